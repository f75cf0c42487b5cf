/** A line's text together with its weight and slant, as headings are told from text by them. */
import type { PageCharacters } from './characters.ts'
import { lineText } from './line-text.ts'
import type { Line } from './lines.ts'
import type { SetLine } from './paragraphs.ts'
import { sizeAt } from './segments.ts'

// A heading may hold a symbol or a number from another font. Chosen, not measured.
const MOSTLY = 0.8

export function setLine(page: PageCharacters, line: Line, tex: ReadonlySet<number>): SetLine {
  const { text, sources } = lineText(page, line, tex)
  const isBold = (source: number) => page.styles[page.styleIds[source] ?? 0]?.bold === true
  const isItalic = (source: number) => page.styles[page.styleIds[source] ?? 0]?.italic === true
  const upright = sources.findIndex((source) => !isBold(source))
  return {
    line,
    text,
    sources,
    bold: share(sources, isBold) >= MOSTLY,
    italic: share(sources, isItalic) >= MOSTLY,
    boldPrefix: upright === -1 ? text.length : upright,
    raised: raisedOf(page, line, sources),
  }
}

const RAISED_SIZE = 0.85
const RAISED_EM = 0.15

function raisedOf(page: PageCharacters, line: Line, sources: readonly number[]): number[] {
  const raised: number[] = []
  for (const [unit, source] of sources.entries()) {
    const rise = line.baseline - (page.origins[source * 2 + 1] ?? 0)
    if (rise > RAISED_EM * line.size && sizeAt(page, source) < RAISED_SIZE * line.size) raised.push(unit)
  }
  return raised
}

function share(sources: readonly number[], test: (source: number) => boolean): number {
  if (sources.length === 0) return 0
  return sources.reduce((count, source) => count + (test(source) ? 1 : 0), 0) / sources.length
}
