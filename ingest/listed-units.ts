/** Imports units listed without papers: a CSV in the published columns, or the published JSON. The file becomes their paper. */

import { tupleId } from '../core/index.ts'
import {
  type CorpusWriter,
  indexedText,
  NO_DESCRIPTION,
  type Paper,
  type PaperRecord,
  type UnitDraft,
  unitsOf,
} from '../corpus/index.ts'
import type { UnitRow } from './formats/index.ts'
import { type IngestRecipe, recipeName } from './make-record.ts'

export interface ListedUnits {
  readonly path: string
  readonly title: string
  readonly format: 'csv' | 'units'
  readonly drafts: readonly UnitDraft[]
}

/** Stores a list as one paper, in its order; a changed list replaces the one at its path. Returns the number of units. */
export async function importListedUnits(
  { path, title, format, drafts }: ListedUnits,
  recipe: IngestRecipe,
  writer: CorpusWriter,
  signal: AbortSignal,
): Promise<number> {
  // The statements are the paper's identity: the same list in another file or form is the same paper.
  const id = tupleId(['listed units', ...drafts.map(({ text }) => text)])
  const units = unitsOf(id, drafts)
  const paper: Paper = {
    id,
    paths: [path],
    format,
    document: null,
    ...NO_DESCRIPTION,
    title,
    pageCount: 0,
    state: 'kept',
    detail: '',
    recipe: recipeName(recipe),
  }
  const vectors = await recipe.embedder.embed(
    units.map((unit) => indexedText(unit, title)),
    signal,
  )
  const record: PaperRecord = {
    paper,
    pages: [],
    gate: null,
    units,
    vectors: vectors.map((values, i) => ({ unit: units[i]!.id, values })),
    embedder: recipe.embedder.id,
  }
  await writer.put([record])
  return units.length
}

/** Returns a row of the CSV as a draft; `N/A` becomes an empty field. */
export function draftOfRow(row: UnitRow): UnitDraft {
  const year = Number(row.year)
  const known = (cell: string) => (cell === 'N/A' ? '' : cell)
  return {
    kind: 'unit',
    name: row.name,
    year: Number.isInteger(year) && year > 0 ? year : null,
    locator: known(row.locator),
    topic: known(row.topic),
    text: row.quote,
    page: null,
    start: null,
    end: null,
    made: 'import',
  }
}

/** Returns a draft of a statement without other fields, as in the published files. */
export function draftOfText(quote: string): UnitDraft {
  return draftOfRow({ name: 'SYNTHESIZED_POINT_SUMMARY', year: 'N/A', locator: 'N/A', topic: 'N/A', quote })
}
