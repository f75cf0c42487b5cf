/** Finds where a stream can be cut without a visible seam: after the next sentence, not inside code or a displayed formula. */
import { sentences } from '../core/index.ts'

export interface CutPoint {
  /** UTF-16 offset in the piece: the text before it stays. */
  readonly at: number
  readonly kind: 'sentence' | 'line' | 'word'
}

// Characters at the end of a text that are searched for its last sentence. Chosen, not measured.
const TORN_CHARACTERS = 1_000
// Enough to tell the end of a sentence from an abbreviation.
const CONTEXT_CHARACTERS = 400

/**
 * Returns the first place in `piece` after a sentence or line that has certainly ended, which only the following
 * text can show; null if the piece has none. `before` is the output so far, which `piece` continues; `isInCode`
 * tells whether code would be open after a part of the piece.
 */
export function cutPoint(
  before: string,
  piece: string,
  isInCode: (kept: string) => boolean,
): CutPoint | null {
  const context = before.slice(-CONTEXT_CHARACTERS)
  const text = context + piece
  // White space after a sentence may already have been output: only what follows shows that the sentence
  // has ended.
  const from = context.trimEnd().length
  const ends = sentences(text)
    .slice(0, -1)
    .filter(({ end }) => end >= from)
    .map(({ end }): End => ({ end, kind: 'sentence' }))
  const candidates = [...ends, ...lineEnds(text, from)].toSorted((one, other) => one.end - other.end)
  for (const { end, kind } of candidates) {
    const at = Math.max(0, end - context.length)
    const kept = piece.slice(0, at)
    if (!isInBlock(before + kept) && !isInCode(kept)) return { at, kind }
  }
  return null
}

interface End {
  readonly end: number
  readonly kind: 'sentence' | 'line'
}

/**
 * Returns the text without an unfinished last sentence, since the stream will be cut after it; unchanged if it has
 * only that one, or if that one has some 1,000 characters or more.
 */
export function wholeSentences(text: string): string {
  const tail = text.slice(-TORN_CHARACTERS)
  const [torn, before] = sentences(tail).toReversed()
  const whole = text.trimEnd()
  if (torn === undefined || before === undefined || /[.!?…]["'”’)\]]*$/.test(whole)) return whole
  return text.slice(0, text.length - tail.length + torn.start).trimEnd()
}

/** Returns a place between two words, for a text without sentence ends. */
export function wordCutPoint(
  before: string,
  piece: string,
  isInCode: (kept: string) => boolean,
): CutPoint | null {
  const at = piece.search(/\s/)
  const kept = piece.slice(0, at)
  return at < 0 || isInBlock(before + kept) || isInCode(kept) ? null : { at, kind: 'word' }
}

/** Yields the ends of lines that are not empty. Rows of a table stay together. */
function* lineEnds(text: string, from: number): Iterable<End> {
  for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', end + 1)) {
    const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end).trim()
    if (line !== '' && !line.startsWith('|')) yield { end, kind: 'line' }
  }
}

function isInBlock(text: string): boolean {
  return isOdd(text, '```') || isOdd(text, '$$') || text.lastIndexOf('\\[') > text.lastIndexOf('\\]')
}

function isOdd(text: string, mark: string): boolean {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) count++
  return count % 2 === 1
}
