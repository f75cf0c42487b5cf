/** Displayed formulas that have a number: lines of signs with "(3)" at their right end. */
import type { Box } from '../extract/index.ts'
import { overlap } from './captions.ts'
import { chunksOf, hull, textOf, type Word, wordLines } from './words.ts'

export interface NumberedFormula {
  /** As printed, without its brackets. */
  readonly number: string
  readonly box: Box
}

const NUMBER = /^\(((?:[A-Z]\.?|S)?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)$/
const SIGN = /[=<>≤≥≈∝≡∼∑∏∫√∂∇±→⇌⟶∈∞]|\p{Script=Greek}/u
/** In ems. A number stands apart from its formula; a fraction reaches over and under the line of its sign. Chosen, not measured. */
const [GAP, REACH] = [1, 1.9]
const MOST_WORDS = 4

/** Returns them from top to bottom. */
export function formulasAmong(words: readonly Word[]): NumberedFormula[] {
  const lines = wordLines(words).flatMap((line) => {
    const chunks = chunksOf(line, GAP)
    return chunks.map((chunk, at) => ({ ...hull(chunk), chunk, before: chunks[at - 1] ?? null, line }))
  })
  return lines.flatMap(({ chunk, before, line }) => {
    const number = NUMBER.exec(textOf(chunk))?.[1]
    if (number === undefined || before === null || !isFormula(before)) return []
    const own = { ...hull([...before, ...chunk]) }
    const parts = lines.filter(
      (other) =>
        other.chunk !== chunk &&
        Math.abs(other.line.baseline - line.baseline) <= REACH * line.size &&
        overlap(other, own) > 0 &&
        isFormula(other.chunk, other.chunk !== before && other.line !== line),
    )
    return [{ number, box: hull([own, ...parts]) }]
  })
}

/** Signs and no prose; the parts of a fraction need no sign. */
function isFormula(words: readonly Word[], isPart = false): boolean {
  const text = textOf(words)
  const prose = words.filter((word) => /^\p{L}{4,}[,.;]?$/u.test(word.text)).length
  return prose <= MOST_WORDS && prose * 2 <= words.length && (isPart || SIGN.test(text))
}
