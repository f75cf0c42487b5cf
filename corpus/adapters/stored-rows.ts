/** Converts papers, pages and units to rows, and back with a check of their digests. */
import type { GateRecord } from '../gate-record.ts'
import type { Page } from '../page.ts'
import type {
  Confidence,
  Corrections,
  Paper,
  PaperFormat,
  PaperState,
  Publication,
  Section,
} from '../paper.ts'
import type { Unit, UnitKind } from '../unit.ts'
import { decodeBoxes, encodeBoxes } from './page-blob.ts'
import { assertDigest, digestOf, rowDigest } from './row-digest.ts'
import { decodeVector } from './vector-blob.ts'

type JsonColumn = 'authors' | 'sections' | 'publication' | 'confidence'

/** A paper's row; lists and records are JSON. */
export type PaperRow = Omit<
  Paper,
  JsonColumn | 'paths' | 'format' | 'state' | 'bodyEnd' | 'pageCount' | 'corrections'
> &
  Readonly<Record<JsonColumn | 'format' | 'state' | 'digest', string>> & {
    readonly body_end: number
    readonly page_count: number
    readonly corrections: string | null
  }

export interface PageRow extends Omit<Page, 'boxes' | 'margin'> {
  readonly paper: string
  readonly boxes: Uint8Array | null
  readonly digest: string
}

export interface StoredUnitRow extends Omit<Unit, 'kind' | 'start' | 'end'> {
  readonly kind: string
  readonly start_offset: number | null
  readonly end_offset: number | null
  readonly digest: string
}

/** Columns in the order in which a row's digest has their values. */
const columns = <Row>(names: string) => names.split(' ') as unknown[] as readonly (keyof Row)[]
export const PAPER_DIGESTED = columns<PaperRow>(
  'id format document title authors abstract year doi publication confidence language licence sections body_end page_count state detail recipe',
)
export const PAPER_COLUMNS: typeof PAPER_DIGESTED = [...PAPER_DIGESTED, 'corrections', 'digest']
export const PAGE_DIGESTED = columns<PageRow>('paper number width height text boxes')
export const PAGE_COLUMNS: typeof PAGE_DIGESTED = [...PAGE_DIGESTED, 'digest']
export const UNIT_DIGESTED = columns<StoredUnitRow>(
  'id paper kind ordinal name year locator topic text reading page start_offset end_offset made',
)
export const UNIT_COLUMNS: typeof UNIT_DIGESTED = [...UNIT_DIGESTED, 'digest']

export function paperRow(paper: Paper): PaperRow {
  const {
    paths: _,
    bodyEnd,
    pageCount,
    authors,
    sections,
    publication,
    confidence,
    corrections,
    ...same
  } = paper
  const row = {
    ...same,
    authors: JSON.stringify(authors),
    sections: JSON.stringify(sections),
    publication: JSON.stringify(publication),
    confidence: JSON.stringify(confidence),
    body_end: bodyEnd,
    page_count: pageCount,
    corrections: corrections === undefined ? null : JSON.stringify(corrections),
    digest: '',
  }
  return withPaperDigest(row)
}

/** A paper's row with its paths: a JSON array of pairs of a path and its digest. */
export type PaperWithPaths = PaperRow & { readonly paths: string }

/** Throws `STORE_DAMAGED` if the row or a path differs from what paperRow and pathDigest wrote, so the types are as written. */
export function paperOf(row: PaperWithPaths): Paper {
  assertPaperRow(row)
  for (const [path, digest] of pathsOf(row))
    assertDigest(digest, pathDigest(path, row.id), () => `The path ${path} of paper ${row.id}`)
  return uncheckedPaper(row)
}

function pathsOf({ paths }: PaperWithPaths): [string, string][] {
  return JSON.parse(paths) as [string, string][]
}

/** Returns the paper as the row has it, damaged or not, in order to find damage. */
export function uncheckedPaper(row: PaperWithPaths): Paper {
  const {
    body_end,
    page_count,
    authors,
    sections,
    publication,
    confidence,
    corrections,
    digest: _,
    ...same
  } = row
  return {
    ...same,
    paths: pathsOf(row).map(([path]) => path),
    format: row.format as PaperFormat,
    state: row.state as PaperState,
    authors: JSON.parse(authors) as string[],
    sections: JSON.parse(sections) as Section[],
    publication: JSON.parse(publication) as Publication,
    confidence: JSON.parse(confidence) as Confidence,
    bodyEnd: body_end,
    pageCount: page_count,
    ...(corrections === null ? {} : { corrections: JSON.parse(corrections) as Corrections }),
  }
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function assertPaperRow(row: PaperRow): void {
  assertDigest(row.digest, paperDigest(row), () => `Paper ${row.id}`)
}

export type RowChange = Partial<Pick<PaperRow, 'recipe' | 'document'>>

export function changedRow(row: PaperRow, values: RowChange): PaperRow {
  return withPaperDigest({ ...row, ...values })
}

function withPaperDigest(row: PaperRow): PaperRow {
  return { ...row, digest: paperDigest(row) }
}

/** Includes corrections only if there are any, so that rows stored before that column keep their digest. */
function paperDigest(row: PaperRow): string {
  return digestOf(row.corrections === null ? PAPER_DIGESTED : [...PAPER_DIGESTED, 'corrections'], row)
}

export function pathDigest(path: string, paper: string): string {
  return rowDigest([path, paper])
}

export function pageRow(paper: string, page: Page): PageRow {
  const { margin: _, ...row } = page
  return withDigest(PAGE_DIGESTED, { ...row, paper, boxes: encodeBoxes(page), digest: '' })
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function pageOf(row: PageRow): Page {
  assertDigest(row.digest, digestOf(PAGE_DIGESTED, row), () => `Page ${row.number} of paper ${row.paper}`)
  return uncheckedPage(row)
}

export function uncheckedPage({ paper: _, digest: __, ...row }: PageRow): Page {
  return { ...row, ...decodeBoxes(row.boxes) }
}

export interface StoredGateRow {
  readonly record: string
  readonly digest: string | null
}

export function gateRow(paper: string, gate: GateRecord): StoredGateRow {
  const record = JSON.stringify(gate)
  return { record, digest: rowDigest([paper, record]) }
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function gateOf(paper: string, { record, digest }: StoredGateRow): GateRecord {
  assertDigest(digest, rowDigest([paper, record]), () => `The gate record of paper ${paper}`)
  return JSON.parse(record) as GateRecord
}

export function unitRow({ start, end, ...same }: Unit): StoredUnitRow {
  return withDigest(UNIT_DIGESTED, { ...same, start_offset: start, end_offset: end, digest: '' })
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function unitOf(row: StoredUnitRow): Unit {
  assertDigest(row.digest, digestOf(UNIT_DIGESTED, row), () => `Unit ${row.id}`)
  return uncheckedUnit(row)
}

export function uncheckedUnit({ start_offset, end_offset, digest: _, ...same }: StoredUnitRow): Unit {
  return { ...same, kind: same.kind as UnitKind, start: start_offset, end: end_offset }
}

export interface VectorRow {
  readonly value: Uint8Array
  readonly digest: string | null
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function vectorOf(unit: string, embedder: string, { value, digest }: VectorRow): Float32Array {
  assertDigest(digest, vectorDigest(unit, embedder, value), () => `The vector of unit ${unit}`)
  return decodeVector(value)
}

export function vectorDigest(unit: string, embedder: string, blob: Uint8Array): string {
  return rowDigest([unit, embedder, blob])
}

function withDigest<Row extends { readonly digest: string }>(columns: readonly (keyof Row)[], row: Row): Row {
  return { ...row, digest: digestOf(columns, row) }
}
