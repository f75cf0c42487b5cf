/**
 * A paper's whole body as overlapping passages that begin and end with sentences; what is no text of it in passages of its own. Rows of a
 * table stay the paper's text, and are read with the names of their columns.
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
  /** A passage ends with the sentence that reaches this many words. */
  readonly sizeWords: number
  /** The next one begins with the last sentences of the one before, up to this many words. */
  readonly overlapWords: number
  /** A text up to this length is one passage. */
  readonly wholeWords: number
}

/**
 * Measured on CovidQA's articles put together again (docs/decisions/2026-11-21-extractive-units.md): 150 words with 40 find as well as 200 with 50,
 * and leave room for title and topic within the 256 word pieces that MiniLM reads; 100 gain .007 for a third more passages.
 * 99 of 100 SciFact abstracts have fewer than 500 words.
 */
const DEFAULTS: PassageSettings = { sizeWords: 150, overlapWords: 40, wholeWords: 500 }

/** Chosen, not measured: two displayed formulas. */
const LEAST_TABLE_WORDS = 40

interface WordRange extends TextRange {
  readonly wordCount: number
}

/** A sentence, or a piece of one that is longer than a passage (a table without stops). */
interface Piece extends WordRange {
  readonly block: number
  /** A row of a table, a legend, key words, thanks: see side-matter.ts. */
  readonly isAside: boolean
  /** An aside by its words and not by being a row alone, which formulas are too. */
  readonly isNamed: boolean
  /** A row of a table whose columns have names. */
  readonly row: NamedRow | null
}

/**
 * Passages in reading order, without the title page and the references. `text` is the paper's text between `start` and
 * `end`, character by character. Sections are not mixed, but one shorter than half a passage goes with the next.
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

/** Text and asides apart, in reading order. A formula or two between sentences stay with them. */
function runsOfAKind(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const run of runsBy(pieces, (piece) => piece.isAside)) {
    const before = runs.at(-1)
    const isAside =
      run[0]!.isAside && (run.some((piece) => piece.isNamed) || countWords(run) >= LEAST_TABLE_WORDS)
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
  /** Pieces of `current` that no earlier group holds. */
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
  // Chosen, not measured: less than a quarter of a passage says too little to stand alone.
  const last = groups.at(-1)
  const isShort = countWords(rest) < sizeWords / 4 && rest.every(({ row }) => row === null)
  if (isShort && last !== undefined) last.push(...rest)
  else groups.push(current)
  return groups
}

/** The longest tail within the limit; never all pieces. */
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
      // What the last row has beyond its named cells.
      const lineEnd = body.text.indexOf('\n', from)
      const rest = own.length === 0 || lineEnd < 0 || lineEnd > end ? from : lineEnd
      pieces.push(...sentencePieces({ start: from, end: rest }, block, true))
      return [...pieces, ...sentencePieces({ start: rest, end }, block, false)]
    })
}

/** As long as it reads, so that a passage of rows holds no more than one of text. */
function rowPiece(row: NamedRow, block: number): Piece {
  const { start, end, reading } = row
  return { start, end, wordCount: wordMatches(reading).length, block, isAside: true, isNamed: true, row }
}

/** Of all pages, in the paper's text. */
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

/** Rows that name their columns answer as sentences do; other rows do not. */
function isAside(group: readonly Piece[]): boolean {
  const asides = group.filter((piece) => piece.isAside && piece.row === null)
  return countWords(asides) > countWords(group) / 2
}

/** With the columns of rows named, below the caption of their table; null where there are no such rows. */
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
