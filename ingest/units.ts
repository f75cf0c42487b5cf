/** Imported units: a file of statements becomes one paper that holds them in their order. */
import { tupleId } from '../core/index.ts'
import {
  type CorpusWriter,
  type Description,
  PAGE_BREAK,
  type PaperFormat,
  type UnitDraft,
} from '../corpus/index.ts'
import type { UnitRow } from './formats/index.ts'
import type { ReadPaper, Summariser } from './ports.ts'
import { type Settling, settle } from './settle.ts'

export interface UnitFile {
  readonly path: string
  readonly format: Extract<PaperFormat, 'csv' | 'units'>
  readonly rows: readonly UnitRow[]
}

/** A row of a file that has nothing but the statement, such as the published one. */
export function bareUnitRow(quote: string): UnitRow {
  return { name: 'SYNTHESIZED_POINT_SUMMARY', year: 'N/A', locator: 'N/A', topic: 'N/A', quote }
}

/**
 * Stores the rows and returns how many units the paper has. The paper's id is the hash of its rows, so the same rows
 * from another file, or again, add nothing. No gate, no passages.
 */
export async function importUnits(
  file: UnitFile,
  settling: Settling,
  writer: CorpusWriter,
  signal: AbortSignal,
): Promise<number> {
  const id = tupleId(file.rows.flatMap((row) => [row.name, row.year, row.locator, row.topic, row.quote]))
  const known = await writer.paper(id)
  const paths = [...new Set([...(known?.paths ?? []), file.path])]
  const { paper, drafts } = paperOfRows(id, file.rows)
  const summariser: Summariser = { made: 'import', summarise: async () => ({ drafts, losses: {} }) }
  const identity = { id, paths, format: file.format, document: null }
  const plain = { ...settling, gate: null, passages: null, summariser }
  const { record } = await settle(identity, paper, plain, { overruled: null, signal })
  await writer.put([record])
  return record.units.length
}

function paperOfRows(id: string, rows: readonly UnitRow[]): { paper: ReadPaper; drafts: UnitDraft[] } {
  const drafts: UnitDraft[] = []
  const places = new Map<string, number>()
  let text = ''
  for (const { name, year, locator, topic, quote } of rows) {
    // A statement that stands there twice is one unit at one place.
    const start = places.get(quote) ?? (text === '' ? 0 : text.length + PAGE_BREAK.length)
    if (!places.has(quote)) text += text === '' ? quote : PAGE_BREAK + quote
    places.set(quote, start)
    const place = { page: null, start, end: start + quote.length }
    drafts.push({
      kind: 'unit',
      name,
      year: yearOf(year),
      locator,
      topic,
      text: quote,
      ...place,
      made: 'import',
    })
  }
  const description: Description = {
    title: '',
    authors: [],
    abstract: '',
    year: null,
    doi: null,
    language: null,
    licence: null,
    sections: [],
    bodyEnd: text.length,
  }
  const page = { number: 1, width: 0, height: 0, text, boxes: new Float32Array() }
  return { paper: { id, pages: [page], description }, drafts }
}

function yearOf(cell: string): number | null {
  const year = /^\s*(\d{4})\s*$/.exec(cell)?.[1]
  return year === undefined ? null : Number(year)
}
