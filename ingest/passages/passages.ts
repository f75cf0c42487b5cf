/** A paper's whole body as overlapping passages that begin and end with sentences. */
import { sentences } from '../../core/index.ts'
import type { UnitDraft } from '../../corpus/index.ts'
import { locatorOf, type PaperBody, paperBody, type TextRange } from '../paper-body.ts'
import type { ReadPaper } from '../ports.ts'

export interface PassageSettings {
  /** A passage ends with the sentence that reaches this many words. */
  readonly sizeWords: number
  /** The next one begins with the last sentences of the one before, up to this many words. */
  readonly overlapWords: number
  /** A text up to this length is one passage. */
  readonly wholeWords: number
}

/**
 * Measured on CovidQA's articles put together again (docs/figures/units.json): 150 words with 40 find as well as 200 with 50,
 * and leave room for title and topic within the 256 word pieces that MiniLM reads; 100 gain .007 for a third more passages.
 * 99 of 100 SciFact abstracts have fewer than 500 words.
 */
const DEFAULTS: PassageSettings = { sizeWords: 150, overlapWords: 40, wholeWords: 500 }

/** A sentence, or a piece of one that is longer than a passage (a table without stops). */
interface Piece extends TextRange {
  readonly wordCount: number
  readonly block: number
}

/**
 * Passages in reading order, without the title page and the references. `text` is the paper's text between `start` and
 * `end`, character by character. Sections are not mixed, but one shorter than half a passage goes with the next.
 */
export function passagesOf(paper: ReadPaper, settings: Partial<PassageSettings> = {}): UnitDraft[] {
  const limits = { ...DEFAULTS, ...settings }
  if (limits.overlapWords >= limits.sizeWords) throw new RangeError('overlapWords must be below sizeWords')
  const body = paperBody(paper)
  const pieces = piecesOf(body, limits.sizeWords)
  const isWhole = countWords(pieces) <= limits.wholeWords
  const groups = isWhole ? [pieces].filter((all) => all.length > 0) : grouped(pieces, limits)
  return groups.map((group) => draftOf(paper, body, group))
}

function grouped(pieces: readonly Piece[], { sizeWords, overlapWords }: PassageSettings): Piece[][] {
  const groups: Piece[][] = []
  let current: Piece[] = []
  /** Pieces of `current` that no earlier group holds. */
  let fresh = 0
  for (const piece of pieces) {
    const endsSection = current.at(-1)?.block !== piece.block && countWords(current) >= sizeWords / 2
    if (fresh > 0 && endsSection) {
      groups.push(current)
      current = []
      fresh = 0
    }
    current.push(piece)
    fresh++
    if (countWords(current) < sizeWords) continue
    groups.push(current)
    current = lastPieces(current, overlapWords)
    fresh = 0
  }
  if (fresh === 0) return groups
  const rest = current.slice(-fresh)
  // Chosen, not measured: less than a quarter of a passage says too little to stand alone.
  if (countWords(rest) < sizeWords / 4 && groups.length > 0) groups.at(-1)?.push(...rest)
  else groups.push(current)
  return groups
}

/** The longest tail within the limit; never all pieces. */
function lastPieces(pieces: readonly Piece[], limitWords: number): Piece[] {
  let from = pieces.length
  let wordCount = 0
  while (from > 1) {
    wordCount += pieces[from - 1]?.wordCount ?? 0
    if (wordCount > limitWords) break
    from--
  }
  return pieces.slice(from)
}

function piecesOf(body: PaperBody, sizeWords: number): Piece[] {
  return [...body.blocks.entries()]
    .filter(([, { part }]) => part !== 'front')
    .flatMap(([block, { start, end }]) =>
      sentences(body.text.slice(start, end)).flatMap((span) =>
        cut(body.text, { start: start + span.start, end: start + span.end }, sizeWords, block),
      ),
    )
}

function cut(text: string, span: TextRange, sizeWords: number, block: number): Piece[] {
  const found = [...text.slice(span.start, span.end).matchAll(/\S+/g)]
  const pieces: Piece[] = []
  for (let from = 0; from < found.length; from += sizeWords) {
    const part = found.slice(from, from + sizeWords)
    const first = part[0]?.index ?? 0
    const last = part.at(-1)
    const end = last === undefined ? span.end : span.start + last.index + last[0].length
    pieces.push({ start: span.start + first, end, wordCount: part.length, block })
  }
  return pieces
}

function countWords(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.wordCount, 0)
}

function draftOf(paper: ReadPaper, body: PaperBody, group: readonly Piece[]): UnitDraft {
  const start = group[0]?.start ?? 0
  const end = group.at(-1)?.end ?? start
  const page = body.pageAt(start)
  const heading = body.blocks[group[0]?.block ?? 0]?.heading ?? ''
  return {
    kind: 'passage',
    name: 'PASSAGE',
    year: paper.description.year,
    locator: locatorOf(heading, page),
    topic: '',
    text: body.text.slice(start, end),
    page,
    start,
    end,
    made: 'passage',
  }
}
