/** What all plots share: a document without a browser, a size, colours for light and dark grounds, and a description for screen readers. */
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { xmlCharacters } from '../../core/index.ts'

export interface Sheet {
  readonly title: string
  /** The figures in words, for readers who cannot see the plot. */
  readonly summary: string
  /** Shown under the title; the note is shown under the plots. */
  readonly subtitle?: string
  readonly note?: string
  /** Draws for white paper and without a style sheet, which the security policy of a page refuses; otherwise for light and dark. */
  readonly isForPage?: boolean
}

/** Width in pixels. */
export const WIDTH = 860

/** Middle tones: contrast above 3 on a white and on a nearly black ground, so that files need no second set. */
export const COLOURS = { main: '#258a7c', second: '#b9722f', faint: '#7f8b95' } as const

const NAMESPACE = 'http://www.w3.org/2000/svg'
const STYLE =
  '.gloss-plot{color:#22303c;background:#fff}@media (prefers-color-scheme:dark){.gloss-plot{color:#e6ebef;background:#14191e}}'
const TITLE_HEIGHT = 48
const LINE_HEIGHT = 20
const MARGIN = 24

/** Returns the SVG file of one or more plots, one below the other, with their title. The same figures give the same bytes. */
export function drawSheet(
  { title, summary, subtitle, note, isForPage = false }: Sheet,
  ...plots: readonly Plot.PlotOptions[]
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const element = (tag: string, attributes: Readonly<Record<string, string | number>>, text = '') => {
    const made = document.createElementNS(NAMESPACE, tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
    made.textContent = xmlCharacters(text)
    return made
  }
  const words = (y: number, text: string, attributes: Readonly<Record<string, string | number>> = {}) =>
    element('text', { x: MARGIN, y, 'text-anchor': 'start', ...attributes }, text)
  let height = TITLE_HEIGHT + (subtitle === undefined ? 0 : LINE_HEIGHT)
  let width = 0
  const panels = plots.map((options) => {
    const svg = Plot.plot({
      width: WIDTH,
      marginTop: 0,
      marginRight: 28,
      marginBottom: 52,
      ...options,
      document,
    })
    const panel = element('g', { transform: `translate(0,${height})` })
    // The style sheet is for pages with this plot alone.
    panel.append(...[...svg.children].filter(({ localName }) => localName !== 'style'))
    width = Math.max(width, Number(svg.getAttribute('width')))
    height += Number(svg.getAttribute('height'))
    return panel
  })
  if (note !== undefined) height += LINE_HEIGHT
  const sheet = element('svg', {
    class: 'gloss-plot',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    fill: 'currentColor',
    'font-family': 'system-ui, sans-serif',
    'font-size': 12,
    'text-anchor': 'middle',
    xmlns: NAMESPACE,
    role: 'img',
  })
  sheet.append(
    element('title', {}, title),
    element('desc', {}, summary),
    isForPage ? element('rect', { width, height, fill: '#fff' }) : element('style', {}, STYLE),
    words(24, title, { 'font-size': 15, 'font-weight': 600 }),
    ...(subtitle === undefined ? [] : [words(44, subtitle)]),
    ...panels,
    ...(note === undefined ? [] : [words(height - 12, note, { 'font-size': 11 })]),
  )
  return sheet.outerHTML
}

/** Returns a name for the picture, with characters that SVG does not allow made visible. */
export function label(name: string): string {
  return xmlCharacters(name)
}

/** Returns the left margin in pixels for the longest name. */
export function nameMargin(names: readonly string[]): number {
  return Math.min(320, 40 + Math.ceil(Math.max(0, ...names.map(textWidth))))
}

/** Draws the meaning of colours in a line above the plot, which needs a margin of 44 pixels there. */
export function legendMarks(
  items: readonly { readonly name: string; readonly colour: string; readonly opacity?: number }[],
): Plot.Markish[] {
  let dx = 6
  return items.flatMap(({ name, colour, opacity = 1 }) => {
    const place = { frameAnchor: 'top-left', dy: -30 } as const
    const left = dx
    dx += textWidth(name) + 38
    return [
      Plot.dot([name], {
        ...place,
        dx: left,
        symbol: 'square',
        r: 6,
        fill: colour,
        fillOpacity: opacity,
        stroke: colour,
      }),
      Plot.text([label(name)], { ...place, dx: left + 12, textAnchor: 'start', lineAnchor: 'middle' }),
    ]
  })
}

/** Uses the average width of a character in the 12-pixel labels, measured in Chromium's system font. */
function textWidth({ length }: string): number {
  return length * 6.6
}
