/** `import`: adds documents and units made by others; no PDF is read and no gate is asked. */
import { join, resolve } from 'node:path'
import { GlossError, linesOf, openFile, readText } from '../../core/index.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import {
  createExtractiveSummariser,
  draftOfRow,
  draftOfText,
  type ImportedDocument,
  type IngestRecipe,
  importDocuments,
  importListedUnits,
  type ListedUnits,
  parseBeirCorpus,
  parsePublishedUnits,
  parseUnitCsv,
  singlePassage,
} from '../../ingest/index.ts'
import { untunedId } from '../../models/index.ts'
import { checkEmbedder } from '../wiring/corpus-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'
import type { FactCounts } from './import-facts.ts'
import { keepEmbedder } from './ingest-recipe.ts'
import { updateDerivedData } from './update-derived-data.ts'

/** Formats of facts that others extracted. */
export const FACT_FORMATS = ['hipporag', 'openie'] as const
export type FactFormat = (typeof FACT_FORMATS)[number]
export const IMPORT_FORMATS = ['beir', 'csv', 'units', ...FACT_FORMATS] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
export const IMPORT_PARTS = ['documents', 'units', 'both'] as const
export type ImportParts = (typeof IMPORT_PARTS)[number]

export interface ImportRequest {
  readonly format: ImportFormat
  readonly path: string
  readonly corpus?: string | undefined
  /** What is indexed of a document: its whole text, three extracted units of it, or both. Default: `documents`. */
  readonly parts?: ImportParts | undefined
}

export interface ImportResult {
  readonly corpus: string
  readonly documents: number
  readonly units: number
  /** Facts that a file of facts contained; absent for other files. */
  readonly facts?: FactCounts
  /** Counts of lines or rows without usable content, by reason. */
  readonly losses: Readonly<Record<string, number>>
  readonly seconds: number
}

/** Imports a file. Throws `PATH_NOT_FOUND`, and `INPUT_INVALID` for a file of another format. The index is ready when this returns. */
export async function importPath(
  gloss: Gloss,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<ImportResult> {
  const started = performance.now()
  const session = await gloss.sessionOfNew(request.corpus)
  await using writer = await session.store.write(`import ${request.path}`)
  await checkEmbedder(session.name, writer, session.embedder)
  const path = resolve(request.path)
  const losses: Record<string, number> = {}
  const onLoss = (reason: string, by = 1) => {
    losses[reason] = (losses[reason] ?? 0) + by
  }
  const recipe = recipeOf(request, session.embedder)
  const counts = await importFile({ ...request, path }, { recipe, writer, onLoss }, signal)
  await keepEmbedder(writer, session.embedder.id, gloss.config.embedder)
  await updateDerivedData(gloss, session, writer, signal)
  return { corpus: session.name, ...counts, losses, seconds: Math.round(performance.now() - started) / 1000 }
}

interface ImportParties {
  readonly recipe: IngestRecipe
  readonly writer: CorpusWriter
  readonly onLoss: OnLoss
}

async function importFile(
  { format, path }: ImportRequest,
  { recipe, writer, onLoss }: ImportParties,
  signal: AbortSignal,
): Promise<Pick<ImportResult, 'documents' | 'units' | 'facts'>> {
  if (format === 'beir') return importDocuments(documentsOf(path, onLoss), path, recipe, writer, signal)
  const add = (list: ListedUnits) => importListedUnits(list, recipe, writer, signal)
  if (format === 'csv' || format === 'units')
    return { documents: 1, units: await add(await listOf(path, format, onLoss)) }
  const text = await readText(path, 'Facts are imported from a file')
  const { importHippoRag, importOpenIeLines } = await import('./import-facts.ts')
  const facts =
    format === 'hipporag'
      ? await importHippoRag(writer, { path, text, add })
      : await importOpenIeLines(writer, text)
  for (const [reason, count] of Object.entries(facts.losses)) onLoss(reason, count)
  return { documents: facts.added > 0 ? 1 : 0, units: facts.added, facts }
}

function recipeOf({ parts = 'documents' }: ImportRequest, embedder: IngestRecipe['embedder']): IngestRecipe {
  return {
    gate: null,
    summariser: parts === 'documents' ? null : createExtractiveSummariser(),
    passages: parts === 'units' ? null : async (paper) => singlePassage(paper),
    embedder,
    unitRecipe: `import-${parts}-${untunedId(embedder.id)}`,
    gateRecipe: 'none',
  }
}

type OnLoss = (reason: string, by?: number) => void

async function* documentsOf(folder: string, onLoss: OnLoss): AsyncIterable<ImportedDocument> {
  const name = join(folder, 'corpus.jsonl')
  const chunks = await openFile(name, 'A BEIR folder contains corpus.jsonl')
  yield* parseBeirCorpus(linesOf(chunks, { name }), (_, reason) => onLoss(reason))
}

async function listOf(path: string, format: 'csv' | 'units', onLoss: OnLoss): Promise<ListedUnits> {
  const text = await readText(path, 'Units are imported from a file')
  if (format === 'units') {
    const drafts = parsePublishedUnits(text).map((unit) => draftOfText(unit.text))
    return { path, title: '', format, drafts }
  }
  const { rows, losses } = parseUnitCsv(text)
  for (const [reason, count] of Object.entries(losses)) onLoss(reason, count)
  if (rows.length === 0)
    throw new GlossError(
      'INPUT_INVALID',
      `${path} has no row with the five columns name,year,locator,topic,quote.`,
      { path },
    )
  return { path, title: '', format, drafts: rows.map(draftOfRow) }
}
