/** A line's text together with its weight and slant, by which headings are distinguished from text. */
import type { PageCharacters } from './characters.ts'
import { withExponents } from './exponents.ts'
import { lineText } from './line-text.ts'
import type { Line } from './lines.ts'
import type { StyledLine } from './paragraphs.ts'

// A heading may hold a symbol or a number from another font. Chosen, not measured.
const MOSTLY = 0.8

export function styledLine(page: PageCharacters, line: Line, tex: ReadonlySet<number>): StyledLine {
  const { text, sources } = lineText(page, line, tex)
  const raised: number[] = []
  let bold = 0
  let italic = 0
  let boldPrefix = 0
  for (const [unit, source] of sources.entries()) {
    const style = page.styles[page.styleIds[source] ?? 0]
    if (style?.bold) {
      if (boldPrefix === unit) boldPrefix++
      bold++
    }
    if (style?.italic) italic++
    if (style !== undefined && isRaised(page, line, source, style.sizePoints)) raised.push(unit)
  }
  const least = Math.max(1, MOSTLY * sources.length)
  return {
    line,
    text: withExponents(text, raised),
    sources,
    bold: bold >= least,
    italic: italic >= least,
    boldPrefix,
    raised,
  }
}

const RAISED_SIZE = 0.85
const RAISED_EM = 0.15
/** Marks that are hardly smaller than the text stand higher than others. */
const LARGE_RAISED_SIZE = 0.95
const LARGE_RAISED_EM = 0.25

function isRaised(page: PageCharacters, line: Line, source: number, size: number): boolean {
  if (size >= LARGE_RAISED_SIZE * line.size) return false
  const least = size < RAISED_SIZE * line.size ? RAISED_EM : LARGE_RAISED_EM
  return line.baseline - (page.origins[source * 2 + 1] ?? 0) > least * line.size
}
