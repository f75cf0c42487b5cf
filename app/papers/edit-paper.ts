/** Corrects the front matter of a paper by hand. */
import {
  asRead,
  type CorpusWriter,
  type CorrectedValues,
  type Extraction,
  type FrontMatterField,
  indexedText,
  type Paper,
  type PaperRecord,
  type Unit,
  withCorrections,
} from '../../corpus/index.ts'
import { nameInOrder } from '../../ingest/index.ts'
import type { Embedder } from '../../models/index.ts'
import { updateDerivedData } from '../ingest/update-derived-data.ts'
import type { PaperDetails } from '../wiring/corpus-contents.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { FrontMatterChange } from '../wiring/front-matter-shape.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface PaperEdit {
  readonly corpus?: string | undefined
  /** Any of the paper's names. */
  readonly paper: string
  readonly change: FrontMatterChange
}

/**
 * Returns the corrected paper. Corrections also apply to later readings of the paper; searches show them at once. Throws
 * `PAPER_NOT_FOUND` and `CORPUS_BUSY`.
 */
export async function editPaper(
  gloss: Gloss,
  { corpus, paper: name, change }: PaperEdit,
  signal: AbortSignal,
): Promise<PaperDetails> {
  const session = await gloss.session(corpus)
  const { id } = await findPaper(session.store, name)
  {
    await using writer = await session.store.write('papers edit')
    const before = await findPaper(writer, id)
    const after = withCorrections(asRead(before), valuesAfter(before, change, new Date().toISOString()))
    await putEdited(writer, { before, after, embedder: session.embedder }, signal)
    await updateDerivedData(gloss, session, writer, signal)
  }
  return await session.paper(id)
}

/** Returns the new values. Resets come first, so that one change can remove all corrections and make another. */
function valuesAfter(
  { corrections = {} }: Paper,
  { reset, ...values }: FrontMatterChange,
  at: string,
): CorrectedValues {
  const kept = Object.entries(corrections).filter(
    ([field]) => reset !== true && reset?.includes(field as FrontMatterField) !== true,
  )
  const { authors } = values
  const given = { ...values, ...(authors === undefined ? {} : { authors: authors.map(nameInOrder) }) }
  const named = Object.entries(given).map(([field, value]) => [field, { value, at }])
  return Object.fromEntries([...kept, ...named])
}

interface EditedPaper {
  readonly before: Paper
  readonly after: Paper
  readonly embedder: Embedder
}

/** Stores the edited paper and indexes its units again, which contain title and year. Facts that a model extracted from them stay. */
async function putEdited(
  writer: CorpusWriter,
  { before, after, embedder }: EditedPaper,
  signal: AbortSignal,
): Promise<void> {
  const stored = await writer.listUnits({ paper: before.id })
  const units = stored.map((unit): Unit => (unit.year === before.year ? { ...unit, year: after.year } : unit))
  const vectors = await embedder.embed(
    units.map((unit) => indexedText(unit, after.title)),
    signal,
  )
  const extractions: Extraction[] = []
  for (const { id } of stored) {
    const extraction = await writer.extraction(id)
    if (extraction !== null) extractions.push(extraction)
  }
  const record: PaperRecord = {
    paper: after,
    pages: await writer.pages(before.id),
    gate: await writer.gate(before.id),
    units,
    vectors: vectors.map((values, at) => ({ unit: units[at]!.id, values })),
    embedder: units.length === 0 ? null : embedder.id,
  }
  await writer.put([record])
  if (extractions.length > 0) await writer.putExtractions(extractions)
}
