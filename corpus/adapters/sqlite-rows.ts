/** How does a row become a paper, a page or a unit, and back? */
import type { Page } from '../page.ts'
import type { Confidence, Paper, PaperFormat, PaperState, Publication, Section } from '../paper.ts'
import type { Unit, UnitKind } from '../unit.ts'
import { decodeBoxes, encodeBoxes } from './page-blob.ts'

export interface PaperRow {
  readonly id: string
  readonly format: string
  readonly document: string | null
  readonly title: string
  readonly authors: string
  readonly abstract: string
  readonly year: number | null
  readonly doi: string | null
  readonly publication: string
  readonly confidence: string
  readonly language: string | null
  readonly licence: string | null
  readonly sections: string
  readonly body_end: number
  readonly page_count: number
  readonly state: string
  readonly detail: string
  readonly recipe: string
}

export interface PageRow {
  readonly paper: string
  readonly number: number
  readonly width: number
  readonly height: number
  readonly text: string
  readonly boxes: Uint8Array | null
}

export interface StoredUnitRow {
  readonly id: string
  readonly paper: string
  readonly kind: string
  readonly ordinal: number
  readonly name: string
  readonly year: number | null
  readonly locator: string
  readonly topic: string
  readonly text: string
  readonly reading: string | null
  readonly page: number | null
  readonly start_offset: number | null
  readonly end_offset: number | null
  readonly made: string
}

export const PAPER_COLUMNS: readonly (keyof PaperRow)[] = [
  'id',
  'format',
  'document',
  'title',
  'authors',
  'abstract',
  'year',
  'doi',
  'publication',
  'confidence',
  'language',
  'licence',
  'sections',
  'body_end',
  'page_count',
  'state',
  'detail',
  'recipe',
]
export const PAGE_COLUMNS: readonly (keyof PageRow)[] = [
  'paper',
  'number',
  'width',
  'height',
  'text',
  'boxes',
]
export const UNIT_COLUMNS: readonly (keyof StoredUnitRow)[] = [
  'id',
  'paper',
  'kind',
  'ordinal',
  'name',
  'year',
  'locator',
  'topic',
  'text',
  'reading',
  'page',
  'start_offset',
  'end_offset',
  'made',
]

export function paperRow(paper: Paper): PaperRow {
  const { paths: _, bodyEnd, pageCount, authors, sections, publication, confidence, ...same } = paper
  return {
    ...same,
    authors: JSON.stringify(authors),
    sections: JSON.stringify(sections),
    publication: JSON.stringify(publication),
    confidence: JSON.stringify(confidence),
    body_end: bodyEnd,
    page_count: pageCount,
  }
}

/** `paths` is a JSON array. The columns were written by paperRow, so their types are what they were. */
export function paperOf({ paths, ...row }: PaperRow & { readonly paths: string }): Paper {
  const { body_end, page_count, authors, sections, publication, confidence, ...same } = row
  return {
    ...same,
    paths: JSON.parse(paths) as string[],
    format: row.format as PaperFormat,
    state: row.state as PaperState,
    authors: JSON.parse(authors) as string[],
    sections: JSON.parse(sections) as Section[],
    publication: JSON.parse(publication) as Publication,
    confidence: JSON.parse(confidence) as Confidence,
    bodyEnd: body_end,
    pageCount: page_count,
  }
}

export function pageRow(paper: string, page: Page): PageRow {
  return { ...page, paper, boxes: encodeBoxes(page.boxes) }
}

export function pageOf({ paper: _, ...row }: PageRow): Page {
  return { ...row, boxes: decodeBoxes(row.boxes) }
}

export function unitRow({ start, end, ...same }: Unit): StoredUnitRow {
  return { ...same, start_offset: start, end_offset: end }
}

export function unitOf({ start_offset, end_offset, ...same }: StoredUnitRow): Unit {
  return { ...same, kind: same.kind as UnitKind, start: start_offset, end: end_offset }
}
