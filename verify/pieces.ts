/**
 * Finds a quote as whole stretches of a paper. Readers order the blocks of a page differently: a running head, a caption or a footnote may
 * be between two parts of a sentence in one reading and not in the other. Each stretch must begin and end at a block of the paper, or
 * continue where another one stopped.
 */
import { type ComparedText, changesMeaning } from './compare-wording.ts'

/** A stretch of a paper that the quote contains, in squeezed characters, end exclusive. */
export interface QuotePiece {
  readonly start: number
  readonly end: number
}

/** A shorter stretch may be anywhere: a number in a table, for instance. Chosen, not measured. */
const MIN_PIECE = 10
/** The same for the last piece, if a block of the paper begins with it: a year, or the end of a name. Chosen, not measured. */
const MIN_LAST_PIECE = 4
/** The same for a piece that is a line in both texts. Chosen, not measured. */
const MIN_LINE = 3
const MAX_PIECES = 12
/** How far from the place found the other stretches may be: two pages. Chosen, not measured. */
const MAX_DISTANCE = 10_000
/** Each search covers some 20,000 characters, so that the worst quote takes a few milliseconds. Chosen, not measured. */
const MAX_SEARCHES = 40
const MAX_CANDIDATES = 6
/** Most places of one seed that are considered. Chosen, not measured. */
const MAX_PLACES_PER_SEED = 100
/** Letters that follow a piece and, by chance, also occur in the quote. */
const MAX_STEPS_BACK = 3
/** The end of a hyphenated word before the block that was read next. */
const DIVIDED = /\p{Ll}-\p{Lu}$/u

/**
 * Returns the pieces in the order of the quote; null if there are none. They are near the squeezed offset `near`, anywhere in the text if
 * that is null, or after `apartFrom`, where margins and other separate text begin.
 */
export function piecesOf(
  paper: ComparedText,
  { near, apartFrom }: { readonly near: number | null; readonly apartFrom: number },
  quote: ComparedText,
): QuotePiece[] | null {
  const length = quote.squeezed.chars.length
  const around: Range =
    near === null
      ? [0, apartFrom]
      : [Math.max(0, near - MAX_DISTANCE), Math.min(apartFrom, near + length + MAX_DISTANCE)]
  const search: Search = {
    paper,
    quote,
    ranges: [around, [apartFrom, paper.squeezed.chars.length]],
    left: MAX_SEARCHES,
  }
  const pieces = cover(search, { at: 0, open: null, count: 0 })
  return pieces === null || pieces.length < 2 ? null : pieces
}

type Range = readonly [from: number, to: number]

interface Search {
  readonly paper: ComparedText
  readonly quote: ComparedText
  readonly ranges: readonly Range[]
  left: number
}

interface State {
  /** How many characters of the quote are covered. */
  readonly at: number
  /** Where a piece stopped within a block of the paper, so that a later piece must continue there. */
  readonly open: number | null
  readonly count: number
}

function cover(search: Search, state: State): QuotePiece[] | null {
  const { at, open, count } = state
  const { length } = search.quote.squeezed.chars
  if (at === length) return open === null ? [] : null
  if (count === MAX_PIECES || search.left-- === 0) return null
  for (const start of startsAt(search, state)) {
    const end = start + sharedLength(search, start, at)
    const isWhole = at + end - start === length && (open === null || open === start)
    const found = isWhole ? [{ start, end }] : continued(search, state, { start, end })
    if (found !== null) return found
  }
  const line = lineAt(search, at)
  if (line === null) return null
  const rest = cover(search, { at: at + line.end - line.start, open, count: count + 1 })
  return rest === null ? null : [line, ...rest]
}

/** Returns pieces that begin with one at `start`, which ends at the farthest place from which the rest can be covered. */
function continued(
  search: Search,
  { at, open, count }: State,
  { start, end: farthest }: QuotePiece,
): QuotePiece[] | null {
  for (const end of endsOf(search, at, { start, end: farthest })) {
    const isWithin = !isBlockEdge(search.paper, end)
    if (isWithin && open !== null && open !== start) continue
    const next = {
      at: at + end - start,
      open: isWithin ? end : open === start ? null : open,
      count: count + 1,
    }
    const rest = cover(search, next)
    if (rest !== null) return [{ start, end }, ...rest]
  }
  return null
}

/** Returns starts: the open block's continuation, then the longest matches, as running heads repeat words of the title and text. */
function startsAt(search: Search, { at, open }: State): number[] {
  const { paper, quote, ranges } = search
  const { chars } = paper.squeezed
  const seed = quote.squeezed.chars.slice(at, at + MIN_PIECE)
  const first = open !== null && chars.startsWith(seed, open) ? [open] : []
  if (seed.length < MIN_LAST_PIECE) return first
  const found: { readonly place: number; readonly length: number }[] = []
  for (const range of ranges)
    for (const place of placesOf(chars, seed, range))
      if (found.length < MAX_PLACES_PER_SEED && place !== open && (at === 0 || isBlockEdge(paper, place)))
        found.push({ place, length: sharedLength(search, place, at) })
  found.sort((one, other) => other.length - one.length)
  return [...first, ...found.map(({ place }) => place)].slice(0, MAX_CANDIDATES)
}

/** Matches a short line of the quote that is a whole line of the paper: a figure's label, or the number of a table or page in a margin. */
function lineAt({ paper, quote, ranges }: Search, at: number): QuotePiece | null {
  const { chars, offsets } = quote.squeezed
  if (!isBlockEdge(quote, at)) return null
  let to = at + 1
  while (to - at < MIN_PIECE && !isBlockEdge(quote, to)) to++
  const length = to - at
  if (length >= MIN_PIECE || length < MIN_LINE) return null
  const words = quote.text.slice(offsets[at], offsets[to - 1]! + 1)
  const [inText, apart] = ranges
  for (const range of changesMeaning(words) ? [apart] : [inText, apart])
    for (const start of placesOf(paper.squeezed.chars, chars.slice(at, to), range!))
      if (isBlockEdge(paper, start) && isBlockEdge(paper, start + length))
        return { start, end: start + length }
  return null
}

function* placesOf(chars: string, part: string, [from, to]: Range): Generator<number> {
  for (
    let place = chars.indexOf(part, from);
    place >= 0 && place < to;
    place = chars.indexOf(part, place + 1)
  )
    yield place
}

/** Returns the offsets where words end in both texts. */
function endsOf({ paper, quote }: Search, at: number, { start, end: farthest }: QuotePiece): number[] {
  const ends: number[] = []
  for (let end = farthest; end >= start + MIN_PIECE && ends.length < MAX_STEPS_BACK; end--)
    if (isWordEdge(paper, end) && isWordEdge(quote, at + end - start)) ends.push(end)
  return ends
}

function sharedLength({ paper, quote }: Search, start: number, at: number): number {
  const [one, other] = [paper.squeezed.chars, quote.squeezed.chars]
  let length = 0
  while (at + length < other.length && one.charCodeAt(start + length) === other.charCodeAt(at + length))
    length++
  return length
}

const isBlockEdge = (text: ComparedText, place: number) => isEdge(text, place, /\n|\f/)
const isWordEdge = (text: ComparedText, place: number) => isEdge(text, place, /\s/)

function isEdge({ text, squeezed: { offsets } }: ComparedText, place: number, between: RegExp): boolean {
  if (place <= 0 || place >= offsets.length) return true
  const gap = text.slice(offsets[place - 1]!, offsets[place]! + 1)
  return between.test(gap) || DIVIDED.test(gap)
}
