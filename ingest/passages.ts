/**
 * Splits a paper's whole body into overlapping passages that begin and end with sentences, with asides in separate passages. Rows of a
 * table stay the paper's text, but their reading includes the names of their columns.
 */
import { sentences } from '../core/index.ts'
import { ASIDE, pageStarts, type UnitDraft } from '../corpus/index.ts'
import { bodyLanguage } from './body-language.ts'
import { locatorOf, onOneLine, type PaperBody, paperBody, type TextRange } from './paper-body.ts'
import type { ReadPaper } from './ports.ts'
import { asideOf, isEnglish } from './side-matter.ts'
import { type NamedRow, namedRows } from './tables/index.ts'
import { wordMatches } from './word-count.ts'

export interface PassageSettings {
  /** Number of words after which a passage ends, with the sentence that reaches it. */
  readonly sizeWords: number
  /** Maximum number of words repeated from the end of the previous passage, in whole sentences. */
  readonly overlapWords: number
  /** Maximum number of words of a text that becomes a single passage. */
  readonly wholeWords: number
}

/**
 * Measured on CovidQA's rejoined articles (docs/decisions/2026-11-21-extractive-units.md): 150 words with 40 find as well as 200 with 50,
 * and leave room for title and topic within the 256 word pieces that MiniLM reads; 100 gain .007 for a third more passages.
 * 99 of 100 SciFact abstracts have fewer than 500 words.
 */
const DEFAULTS: PassageSettings = { sizeWords: 150, overlapWords: 40, wholeWords: 500 }

/** Minimum number of words of a table, about as many as two displayed formulas have. Chosen, not measured. */
const MIN_TABLE_WORDS = 40

interface WordRange extends TextRange {
  readonly wordCount: number
}

/** A sentence, or part of one that is longer than a passage (a table without full stops). */
interface Piece extends WordRange {
  readonly block: number
  /** Whether the piece is a table row, a legend, key words or thanks: see side-matter.ts. */
  readonly isAside: boolean
  /** Whether the piece is an aside by its words, not merely by its form of a row, which formulas share. */
  readonly isNamed: boolean
  /** The table row, if its columns have names. */
  readonly row: NamedRow | null
}

/**
 * Returns passages in reading order, without the title page and the references. `text` is exactly the paper's text between `start` and
 * `end`. Sections are not mixed, but one shorter than half a passage is joined with the next.
 */
export function passagesOf(paper: ReadPaper, settings: Partial<PassageSettings> = {}): UnitDraft[] {
  const limits = { ...DEFAULTS, ...settings }
  if (limits.overlapWords >= limits.sizeWords) throw new RangeError('overlapWords must be below sizeWords')
  const body = paperBody(paper)
  const pieces = piecesOf(body, rowsOf(paper), limits.sizeWords, paper.description)
  const isWhole = countWords(pieces) <= limits.wholeWords
  const asideWords = countWords(pieces.filter((piece) => piece.isAside))
  const runs = isWhole && asideWords < countWords(pieces) / 4 ? [pieces] : runsOfAKind(pieces)
  const groups = runs.flatMap((run) => (isWhole ? [run] : grouped(run, limits)))
  return groups.map((group) => draftOf(paper, body, group))
}

/** Separates text and asides, in reading order. A formula or two between sentences stay with them. */
function runsOfAKind(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const run of runsBy(pieces, (piece) => piece.isAside)) {
    const before = runs.at(-1)
    const isAside =
      run[0]!.isAside && (run.some((piece) => piece.isNamed) || countWords(run) >= MIN_TABLE_WORDS)
    if (before !== undefined && before.at(-1)!.isAside === isAside) before.push(...run)
    else runs.push(run.map((piece) => ({ ...piece, isAside })))
  }
  return runs
}

function runsBy(pieces: readonly Piece[], keyOf: (piece: Piece) => boolean): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(piece)) last.push(piece)
    else runs.push([piece])
  }
  return runs
}

function grouped(pieces: readonly Piece[], { sizeWords, overlapWords }: PassageSettings): Piece[][] {
  const groups: Piece[][] = []
  let current: Piece[] = []
  /** Number of pieces in `current` that no earlier group contains. */
  let fresh = 0
  for (const piece of pieces) {
    const last = current.at(-1)
    const endsSection = last?.block !== piece.block && countWords(current) >= sizeWords / 2
    const caption = current.findLast(({ row }) => row !== null)?.row?.caption
    const endsTable = caption !== undefined && piece.row !== null && piece.row.caption !== caption
    if (fresh > 0 && (endsSection || endsTable)) {
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
  // Chosen, not measured: less than a quarter of a passage is too little for a separate one.
  const last = groups.at(-1)
  const isShort = countWords(rest) < sizeWords / 4 && rest.every(({ row }) => row === null)
  if (isShort && last !== undefined) last.push(...rest)
  else groups.push(current)
  return groups
}

/** Returns the longest tail within the limit, but never all pieces. */
function lastPieces(pieces: readonly Piece[], limitWords: number): Piece[] {
  let from = pieces.length
  let wordCount = 0
  while (from > 1) {
    wordCount += pieces[from - 1]!.wordCount
    if (wordCount > limitWords) break
    from--
  }
  return pieces.slice(from)
}

function piecesOf(
  body: PaperBody,
  rows: readonly NamedRow[],
  sizeWords: number,
  description: ReadPaper['description'],
): Piece[] {
  const english = isEnglish(description)
  const language = bodyLanguage(body.text, description)
  const sentencePieces = ({ start, end }: TextRange, block: number, isInTable: boolean): Piece[] =>
    sentences(body.text.slice(start, end), language).flatMap((span) => {
      const line = onOneLine(body.text.slice(start + span.start, start + span.end))
      const aside = body.blocks[block]!.part === 'back' ? 'notice' : asideOf(line, english)
      const isAside = isInTable || aside !== null
      const kind = { block, isAside, isNamed: isInTable || (isAside && aside !== 'table'), row: null }
      const range = { start: start + span.start, end: start + span.end }
      return cut(body.text, range, sizeWords).map((piece) => ({ ...piece, ...kind }))
    })
  return [...body.blocks.entries()]
    .filter(([, { part }]) => part !== 'front')
    .flatMap(([block, { start, end }]) => {
      const own = rows.filter((row) => row.start >= start && row.end <= end)
      const pieces: Piece[] = []
      let from = start
      for (const [at, row] of own.entries()) {
        const isInTable = own[at - 1]?.caption === row.caption
        pieces.push(
          ...sentencePieces({ start: from, end: row.start }, block, isInTable),
          rowPiece(row, block),
        )
        from = row.end
      }
      // Text of the last row after its named cells.
      const lineEnd = body.text.indexOf('\n', from)
      const rest = own.length === 0 || lineEnd < 0 || lineEnd > end ? from : lineEnd
      pieces.push(...sentencePieces({ start: from, end: rest }, block, true))
      return [...pieces, ...sentencePieces({ start: rest, end }, block, false)]
    })
}

/** Returns a row with the word count of its reading, so that a passage of rows is no longer than one of text. */
function rowPiece(row: NamedRow, block: number): Piece {
  const { start, end, reading } = row
  return { start, end, wordCount: wordMatches(reading).length, block, isAside: true, isNamed: true, row }
}

/** Returns the rows of all pages, with offsets in the paper's text. */
function rowsOf({ pages }: ReadPaper): NamedRow[] {
  const starts = pageStarts(pages)
  return pages.flatMap((page, at) =>
    namedRows(page).map((row) => ({ ...row, start: row.start + starts[at]!, end: row.end + starts[at]! })),
  )
}

function cut(text: string, span: TextRange, sizeWords: number): WordRange[] {
  const found = wordMatches(text.slice(span.start, span.end))
  const pieces: WordRange[] = []
  for (let from = 0; from < found.length; from += sizeWords) {
    const part = found.slice(from, from + sizeWords)
    const last = part.at(-1)!
    const end = span.start + last.index + last[0].length
    pieces.push({ start: span.start + part[0]!.index, end, wordCount: part.length })
  }
  return pieces
}

function countWords(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.wordCount, 0)
}

function draftOf(paper: ReadPaper, body: PaperBody, group: readonly Piece[]): UnitDraft {
  const { start, block } = group[0]!
  const { end } = group.at(-1)!
  const page = body.pageAt(start)
  const { heading } = body.blocks[block]!
  return {
    kind: 'passage',
    name: isAside(group) ? ASIDE : 'PASSAGE',
    year: paper.description.year,
    locator: locatorOf(heading, page),
    topic: '',
    text: body.text.slice(start, end),
    reading: readingOf(group, body.text),
    page,
    start,
    end,
    made: 'passage',
  }
}

/** Returns whether a group is mostly asides. Rows with named columns do not count, since they answer like sentences. */
function isAside(group: readonly Piece[]): boolean {
  const asides = group.filter((piece) => piece.isAside && piece.row === null)
  return countWords(asides) > countWords(group) / 2
}

/** Returns the reading, with named columns below the caption of their table; null if there are no such rows. */
function readingOf(group: readonly Piece[], text: string): string | null {
  const first = group.find(({ row }) => row !== null)?.row
  if (first == null) return null
  const parts = group.map(({ start, end, row }) => row?.reading ?? onOneLine(text.slice(start, end)))
  const isCaptioned = parts.some((part) => squeezed(part).includes(squeezed(first.caption).slice(0, 30)))
  return [...(isCaptioned ? [] : [first.caption]), ...parts]
    .map((part) => part.replace(/[.;]?$/, '.'))
    .join(' ')
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}
