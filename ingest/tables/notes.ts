/** The notes under a table: lines in small print, or that begin with a mark, right under its last row. */
import type { Box } from '../extract/index.ts'
import { overlap } from './captions.ts'
import { hull, textOf, type WordLine } from './words.ts'

const FIRST_GAP_EM = 2.2
const PITCH_EM = 1.5
const MOST_LINES = 8
const MARK =
  /^(?:[*†‡§¶#]|[a-z][.)]?\s|(?:notes?|sources?|abbreviations?|key|data are|values are|\([a-z0-9]\)|n\.?[ds]\.?)\b)/i

/** Returns the notes of the table; no text and no box where it has none. */
export function notesUnder(table: Box, lines: readonly WordLine[]): { text: string; box: Box | null } {
  const below = lines.filter((line) => line.top >= table.bottom - 2 && overlap(line, table) > 0)
  const own: WordLine[] = []
  for (const line of below.slice(0, MOST_LINES)) {
    const isOutside = line.left < table.left - line.size || line.right > table.right + 3 * line.size
    if (isOutside || !goesOn(table, own.at(-1), line)) break
    own.push(line)
  }
  return { text: own.map(({ words }) => textOf(words)).join(' '), box: own.length === 0 ? null : hull(own) }
}

function goesOn(table: Box, last: WordLine | undefined, line: WordLine): boolean {
  if (last === undefined)
    return line.top - table.bottom <= FIRST_GAP_EM * line.size && MARK.test(textOf(line.words))
  return line.baseline - last.baseline <= PITCH_EM * line.size && Math.abs(line.size - last.size) <= 0.6
}
