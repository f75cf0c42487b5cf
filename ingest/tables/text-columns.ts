/** Finds the gutters of a page's text columns, and the stretches between its prose, where a table may cross them. */
import {
  chunksOf,
  GAP_EM,
  hull,
  isProse,
  PHRASE_WORDS,
  type Word,
  type WordLine,
  wordLines,
} from './words.ts'

const GUTTER_LINES = 7
const GUTTER_POINTS = 8
/** Lines within this distance of prose are not part of a stretch. Chosen, not measured. */
const PROSE_REACH_EM = 1.6

/** Returns the positions at which the gaps of many lines of prose are aligned. */
export function guttersOf(words: readonly Word[]): number[] {
  const middles = wordLines(words).flatMap((line) => {
    const chunks = chunksOf(line, GAP_EM).filter((chunk) => chunk.length >= PHRASE_WORDS)
    return chunks.slice(1).map((chunk, at) => (hull(chunks[at]!).right + chunk[0]!.left) / 2)
  })
  const gutters: number[] = []
  for (const x of middles.sort((a, b) => a - b)) {
    const near = middles.filter((other) => Math.abs(other - x) <= GUTTER_POINTS)
    if (near.length >= GUTTER_LINES && x - (gutters.at(-1) ?? -1e6) > 8 * GUTTER_POINTS)
      gutters.push(near[near.length >> 1]!)
  }
  return gutters
}

/** Returns the words of each stretch of the page without prose, from the top. */
export function stretchesOf(words: readonly Word[]): Word[][] {
  const lines = wordLines(words)
  const prose = lines.filter((line) => chunksOf(line, GAP_EM).some(isProse))
  const isAtProse = ({ baseline, size }: WordLine) =>
    prose.some((other) => Math.abs(other.baseline - baseline) <= PROSE_REACH_EM * size)
  const stretches: Word[][] = [[]]
  for (const line of lines) {
    if (isAtProse(line)) stretches.push([])
    else stretches.at(-1)!.push(...line.words)
  }
  return stretches.filter((stretch) => stretch.length > 0)
}
