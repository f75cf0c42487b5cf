/**
 * Parses the published form of units, CSV with the columns `name,year,locator,topic,quote` (Eigen-1, A.1), tolerating the errors of
 * models (code fences, surrounding prose, no header, commas without quotation marks). Writing is strict.
 */
import { sheetText } from '../../core/index.ts'
import { lenientRecords, type ParsedRecord } from './lenient-records.ts'

export const UNIT_COLUMNS = ['name', 'year', 'locator', 'topic', 'quote'] as const

export type UnitRow = Readonly<Record<(typeof UNIT_COLUMNS)[number], string>>

/**
 * Rows that were skipped: `wrong_columns`, `empty_quote`, `cut_off` (the text ends within the row), `prose` (no row at all).
 * Rows that were kept after mending: `mended_commas`, `mended_quotes`.
 */
export type UnitCsvLoss =
  | 'wrong_columns'
  | 'empty_quote'
  | 'cut_off'
  | 'prose'
  | 'mended_commas'
  | 'mended_quotes'

export interface UnitCsv {
  readonly rows: readonly UnitRow[]
  readonly losses: Readonly<Partial<Record<UnitCsvLoss, number>>>
}

interface Block {
  readonly start: number
  readonly isFenced: boolean
}

interface Judgement {
  readonly row: UnitRow | null
  readonly losses: readonly UnitCsvLoss[]
}

const BYTE_ORDER_MARK = /^\uFEFF/
const HEADER_LINE =
  /^[ \t]*"?name"?[ \t]*,[ \t]*"?year"?[ \t]*,[ \t]*"?locator"?[ \t]*,[ \t]*"?topic"?[ \t]*,[ \t]*"?quote"?[ \t]*$/im
const FENCE_LINE = /^[ \t]*(?:```|~~~)[ \t]*\w*[ \t]*$/m
const FENCE = /^(?:```|~~~)/
// Values of the year column; prose has a phrase there.
const YEAR_LIKE = /^(?:\d{4}[a-z]?|n\/?a|n\.\s?d\.|none|null|unknown|[-–—]|)$/i
const NAME_LIKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const SENTENCE_END = /[.!?)\]"'”’]$/
const STATEMENT_COLUMNS = ['year', 'section', 'statement', 'page', 'topic', 'unit']
const QUOTE_COLUMN = UNIT_COLUMNS.length - 1

export function parseUnitCsv(text: string): UnitCsv {
  const source = text.replace(BYTE_ORDER_MARK, '')
  return sheetWithMoreColumns(source) ?? publishedSheet(source)
}

/** Parses a sheet whose header has the published columns among others, as in the export with sources; null for other texts. */
function sheetWithMoreColumns(source: string): UnitCsv | null {
  const names: string[] = []
  const rows: UnitRow[] = []
  let wrong = 0
  for (const { cells } of lenientRecords(source)) {
    if (names.length === 0) {
      names.push(...cells.map((cell) => cell.text.trim().toLowerCase()))
      if (!isWiderSheet(names)) return null
      continue
    }
    const of = (column: string) => sheetText(cells[names.indexOf(column)]?.text ?? '')
    const row = names.includes('quote') ? publishedRow(of) : statementRow(of)
    if (cells.length !== names.length || row.quote.trim() === '') wrong++
    else rows.push(row)
  }
  return names.length === 0 ? null : { rows, losses: wrong === 0 ? {} : { wrong_columns: wrong } }
}

/** Returns whether a header is that of an export with sources, or of an older one with the published columns in front. */
function isWiderSheet(names: readonly string[]): boolean {
  const isOlder = names.length > UNIT_COLUMNS.length && UNIT_COLUMNS.every((column) => names.includes(column))
  return isOlder || STATEMENT_COLUMNS.every((column) => names.includes(column))
}

function publishedRow(of: (column: string) => string): UnitRow {
  return {
    ...{ name: of('name'), year: of('year'), locator: of('locator') },
    ...{ topic: of('topic'), quote: of('quote') },
  }
}

function statementRow(of: (column: string) => string): UnitRow {
  const page = of('page')
  const locator = [of('section'), page === '' ? '' : `p. ${page}`].filter((part) => part !== '').join(', ')
  return {
    name: 'IMPORTED_POINT',
    ...{ year: of('year') || 'N/A', locator, topic: of('topic'), quote: of('statement') },
  }
}

function publishedSheet(source: string): UnitCsv {
  const rows: UnitRow[] = []
  const losses: Partial<Record<UnitCsvLoss, number>> = {}
  let block: Block | null = firstBlock(source)
  const isPlain = !block.isFenced && !HEADER_LINE.test(source)
  while (block !== null) {
    const { judgements, end } = readBlock(source, block, isPlain)
    for (const judgement of judgements) {
      if (judgement.row !== null) rows.push(judgement.row)
      for (const loss of judgement.losses) losses[loss] = (losses[loss] ?? 0) + 1
    }
    block = nextBlock(source, end)
  }
  return { rows, losses }
}

/** Returns the first block: rows start after the header, or else after the first fence, or else at the beginning. */
function firstBlock(source: string): Block {
  const header = HEADER_LINE.exec(source)
  const before = header === null ? source : source.slice(0, header.index)
  const fence = FENCE_LINE.exec(before)
  if (header !== null) return { start: header.index, isFenced: fence !== null }
  return fence === null ? { start: 0, isFenced: false } : { start: after(fence), isFenced: true }
}

function nextBlock(source: string, from: number): Block | null {
  const fence = FENCE_LINE.exec(source.slice(from))
  return fence === null ? null : { start: from + after(fence), isFenced: true }
}

function after(match: RegExpExecArray): number {
  return match.index + match[0].length
}

function readBlock(source: string, block: Block, isPlain: boolean): { judgements: Judgement[]; end: number } {
  const judgements: Judgement[] = []
  let last: ParsedRecord | null = null
  for (const record of lenientRecords(source, block.start)) {
    if (isFence(record)) {
      if (!block.isFenced) continue
      return { judgements, end: record.end }
    }
    if (isHeader(record)) continue
    judgements.push(judge(source, record, isPlain))
    last = record
  }
  if (block.isFenced && last !== null && isCutShort(last)) judgements[judgements.length - 1] = lost('cut_off')
  return { judgements, end: source.length }
}

function isFence({ cells: [first] }: ParsedRecord): boolean {
  return first !== undefined && !first.isQuoted && FENCE.test(first.text)
}

function isHeader(record: ParsedRecord): boolean {
  const names = record.cells.map((cell) => cell.text.trim().toLowerCase())
  return names.length === UNIT_COLUMNS.length && UNIT_COLUMNS.every((name, i) => names[i] === name)
}

/** Returns whether the last row of an unclosed fence is incomplete: its last cell has no quotation mark or sentence end. */
function isCutShort(record: ParsedRecord): boolean {
  const cell = record.cells.at(-1)
  return cell !== undefined && !cell.isQuoted && !SENTENCE_END.test(cell.text)
}

function judge(source: string, record: ParsedRecord, isPlain: boolean): Judgement {
  const { cells } = record
  if (record.unclosed === 'last') return lost('cut_off')
  const [name = '', year = '', locator = '', topic = ''] = cells.map((cell) => sheetText(cell.text))
  const looksLikeRow = cells.length > 1 && (YEAR_LIKE.test(year) || NAME_LIKE.test(name))
  if (cells.length === 1 || (isPlain && !looksLikeRow)) return lost('prose')
  const mending = mendingOf(record, looksLikeRow)
  const cell = cells[QUOTE_COLUMN]
  if (cell === undefined || mending === 'wrong_columns') return lost('wrong_columns')
  // Sliced by offsets, not joined from cells, so that the spaces after stray commas survive.
  const quote =
    mending === null ? sheetText(cell.text) : source.slice(cell.start, record.end).trim().replace(/^"/, '')
  if (quote.trim() === '') return lost('empty_quote')
  return { row: { name, year, locator, topic, quote }, losses: mending === null ? [] : [mending] }
}

function mendingOf(record: ParsedRecord, looksLikeRow: boolean): UnitCsvLoss | null {
  if (record.unclosed === 'mended') return 'mended_quotes'
  if (record.cells.length <= UNIT_COLUMNS.length) return null
  return looksLikeRow && record.cells[QUOTE_COLUMN]?.isQuoted === false ? 'mended_commas' : 'wrong_columns'
}

function lost(reason: UnitCsvLoss): Judgement {
  return { row: null, losses: [reason] }
}
