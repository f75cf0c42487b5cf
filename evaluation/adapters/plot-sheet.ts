/** What all plots have in common: a document without a browser, a size, colours for both grounds, and words for those who cannot see. */
import { type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { xmlCharacters } from '../../core/index.ts'

export interface Sheet {
  readonly title: string
  /** The figures in words. */
  readonly summary: string
}

/** In pixels. */
export const WIDTH = 860

/** Middle tones: contrast above 3 with a white and with a nearly black ground, so that files need no second set. */
export const COLOURS = { main: '#258a7c', second: '#b9722f', faint: '#7f8b95' } as const

const NAMESPACE = 'http://www.w3.org/2000/svg'
const STYLE =
  '.gloss-plot{color:#22303c;background:#fff}@media (prefers-color-scheme:dark){.gloss-plot{color:#e6ebef;background:#14191e}}'
const TITLE_HEIGHT = 48

/** The SVG file of a plot, under its title. The same figures give the same bytes. */
export function drawn({ title, summary }: Sheet, { marginTop = 0, ...options }: PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const svg = plot({
    width: WIDTH,
    marginTop: marginTop + TITLE_HEIGHT,
    marginRight: 28,
    marginBottom: 52,
    style: { fontSize: '12px' },
    ...options,
    document,
  })
  svg.setAttribute('xmlns', NAMESPACE)
  svg.setAttribute('role', 'img')
  svg.setAttribute('class', `${svg.getAttribute('class') ?? ''} gloss-plot`)
  const element = (tag: string, text: string) => {
    const made = document.createElementNS(NAMESPACE, tag)
    made.textContent = xmlCharacters(text)
    return made
  }
  const heading = element('text', title)
  const place = { x: '24', y: '24', 'text-anchor': 'start', 'font-size': '15', 'font-weight': '600' }
  for (const [attribute, value] of Object.entries(place)) heading.setAttribute(attribute, value)
  svg.prepend(element('title', title), element('desc', summary), element('style', STYLE))
  svg.append(heading)
  return svg.outerHTML
}

/** Names in the picture, those that a file cannot hold made visible. */
export function label(name: string): string {
  return xmlCharacters(name)
}

/** Room for the longest name at the left. Average width of a character of the 12-pixel labels, measured in Chromium's system font. */
export function nameMargin(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map(({ length }) => length))
  return Math.min(320, 40 + Math.ceil(longest * 6.6))
}
