/** Rewrites text in only lower case or only capitals so that its sentences can be found: each begins with a capital. */
import { letterCounts } from './letter-counts.ts'

// Papers have 2 to 6 capitals in 100 letters. Chosen, not measured.
const MIN_CAPITALS = 0.004
const MAX_CAPITALS = 0.85
const MIN_LETTERS = 40
const CAPITAL = /\p{Lu}/gu
/** Matches a letter at the beginning of a block, or after a full stop that does not end an abbreviation. */
const FIRST_LETTER =
  /(?<=(?:^|\n\s*\n)(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?["'“‘([\s]*|(?<!\b(?:e\.g|i\.e|al|vs|cf|ca|approx|figs?|eqs?|refs?|nos?|spp?|resp|p|\p{L}))[.?!]["'”’)\]]*\s+["'“‘([]*)\p{Ll}/gu

/** Returns a text of the same length, so that offsets are valid in both; `text` itself if it has lower case and capitals. */
export function inSentenceCase(text: string): string {
  const { capitals, small: smallLetters } = letterCounts(text)
  const letters = capitals + smallLetters
  if (letters < MIN_LETTERS) return text
  const share = capitals / letters
  if (share >= MIN_CAPITALS && share <= MAX_CAPITALS) return text
  const small =
    share > MAX_CAPITALS ? text.replace(CAPITAL, (letter) => oneFor(letter, letter.toLowerCase())) : text
  return small.replace(FIRST_LETTER, (letter) => oneFor(letter, letter.toUpperCase()))
}

/** Returns the letter in the other case, unless that has another length. */
function oneFor(letter: string, other: string): string {
  return other.length === letter.length ? other : letter
}
