/** Builds a line's text with its weight and slant, which distinguish headings from text. */
import type { PageCharacters } from './characters.ts'
import { withExponents } from './exponents.ts'
import { lineText } from './line-text.ts'
import { isRaised, type Line } from './lines.ts'
import type { StyledLine } from './paragraphs.ts'

// A heading may contain a symbol or a number in another font. Chosen, not measured.
const MIN_STYLED_SHARE = 0.8

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
    if (style !== undefined && isRaised(page, line, source)) raised.push(unit)
  }
  const least = Math.max(1, MIN_STYLED_SHARE * sources.length)
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
