/** Finds displayed formulas that have a number: lines of signs with "(3)" at their right end. */
import type { Box } from '../extract/index.ts'
import { overlap } from './captions.ts'
import { chunksOf, hull, textOf, type Word, type WordLine, wordLines } from './words.ts'

export interface NumberedFormula {
  /** Number as printed, without its brackets. */
  readonly number: string
  readonly box: Box
}

const NUMBER = /^\(((?:[A-Z]\.?|S)?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)$/
const SIGN = /[=<>≤≥≈∝≡∼∑∏∫√∂∇±→⇌⟶∈∞]|\p{Script=Greek}/u
/** Gap before a number, and reach of a fraction above and below the line of its sign, in ems. Chosen, not measured. */
const [GAP, REACH] = [1, 1.9]
/** Maximum distance, in ems, of a fraction, an integral or a bracket from the rest of its formula. Chosen, not measured. */
const JOIN = 1.2
const MAX_WORDS = 4

/** Words of a line that are close together. */
interface Piece extends Box {
  readonly chunk: readonly Word[]
  readonly line: WordLine
}

/** Returns formulas from top to bottom. */
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
    const box = hull([own, ...parts])
    return [{ number, box: withPartsBefore(box, lines, line) }]
  })
}

/** Extends a formula to the left by parts above and below the baseline: "Δf/Δx ≈", "∫ d²θ". */
function withPartsBefore(box: Box, pieces: readonly Piece[], line: WordLine): Box {
  const next = pieces.filter(
    (piece) =>
      piece.left < box.left &&
      piece.right < box.right &&
      piece.right >= box.left - JOIN * line.size &&
      Math.abs(piece.line.baseline - line.baseline) <= REACH * line.size &&
      isFormula(piece.chunk, true),
  )
  return next.length === 0 ? box : withPartsBefore(hull([box, ...next]), pieces, line)
}

/** Returns whether words are signs without prose; the parts of a fraction need no sign. */
function isFormula(words: readonly Word[], isPart = false): boolean {
  const text = textOf(words)
  const prose = words.filter((word) => /^\p{L}{4,}[,.;]?$/u.test(word.text)).length
  return prose <= MAX_WORDS && prose * 2 <= words.length && (isPart || SIGN.test(text))
}
