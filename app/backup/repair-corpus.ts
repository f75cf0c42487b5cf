/**
 * `gloss corpus repair`: makes a new corpus from the intact rows of a damaged one; what is missing is read again from the papers' files
 * and embedded again. No intact row is dropped, and the damaged file is kept.
 */
import { rm } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { batched, closing, closingAsync, isGlossError } from '../../core/index.ts'
import { lockCorpus } from '../../corpus/adapters/lock-corpus.ts'
import { openSalvage, type Salvage, type SalvagedPaper } from '../../corpus/adapters/salvage-rows.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { copyCorpusFile, replaceSqliteFile, takeInLog } from '../../corpus/adapters/whole-sqlite-file.ts'
import {
  type CorpusWriter,
  indexedText,
  NO_DESCRIPTION,
  type Paper,
  type PaperFormat,
} from '../../corpus/index.ts'
import { ingestPaths } from '../ingest/ingest-papers.ts'
import { findFile } from '../ingest/paper-file.ts'
import { updateDerivedData } from '../ingest/update-derived-data.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { removeCorpusFile } from './restore-corpus.ts'

export interface RepairResult {
  readonly corpus: string
  readonly papers: number
  /** Damage found, a sentence each. */
  readonly damage: readonly string[]
  /** Losses that could not be recovered, a sentence each. */
  readonly lost: readonly string[]
  /** Papers that were read again from their files. */
  readonly readAgain: number
  /** Units whose vector was computed again. */
  readonly embeddedAgain: number
  /** Path of the damaged file; empty if there was nothing to repair. */
  readonly keptCopy: string
}

/** A recipe that no settings produce, so that the paper is reprocessed when its file is read. */
const TO_BE_MADE_AGAIN = 'damaged'
const BATCH_UNITS = 256

/** Repairs a corpus. Throws `CORPUS_NOT_FOUND`, and `CORPUS_BUSY` if another process writes to the corpus or has it open. */
export async function repairCorpus(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined },
  signal: AbortSignal,
): Promise<RepairResult> {
  const corpus = asked.corpus ?? (await gloss.defaultCorpus('read'))
  const path = resolve(gloss.workspace.corpusPath(corpus))
  await gloss.forget(corpus)
  const problems = await problemsOf(gloss, corpus)
  if (problems.length === 0) return await nothingToRepair(gloss, corpus)
  const keptCopy = `${path.replace(/\.sqlite$/, '')}.damaged-${new Date().toISOString().replaceAll(':', '-')}.sqlite`
  const rebuilt = await rebuild(path, keptCopy, signal)
  // These indexes contain the damaged rows.
  await rm(gloss.workspace.artefactsPath(corpus), { recursive: true, force: true })
  const again = await completed(gloss, corpus, rebuilt, signal)
  const { store } = await gloss.session(corpus)
  return { corpus, papers: (await store.counts()).papers, damage: problems, ...again, keptCopy }
}

async function problemsOf({ workspace }: Gloss, corpus: string): Promise<string[]> {
  try {
    await using store = closingAsync(await workspace.openCorpus(corpus))
    return await store.verify()
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    return [error.message]
  }
}

async function nothingToRepair(gloss: Gloss, corpus: string): Promise<RepairResult> {
  const { store } = await gloss.session(corpus)
  const { papers } = await store.counts()
  return { corpus, papers, damage: [], lost: [], readAgain: 0, embeddedAgain: 0, keptCopy: '' }
}

interface Rebuilt {
  /** Incomplete papers by id, with what each lacks. */
  readonly incomplete: ReadonlyMap<string, readonly string[]>
  /** Losses outside papers. */
  readonly lost: readonly string[]
  readonly hasSettings: boolean
}

/** Replaces the damaged corpus with an intact one in one step. */
async function rebuild(path: string, keptCopy: string, signal: AbortSignal): Promise<Rebuilt> {
  const next = `${path}.repairing`
  try {
    const rebuilt = await buildNext(path, { next, keptCopy }, signal)
    replaceSqliteFile(path, next, 'corpus repair')
    return rebuilt
  } finally {
    await removeCorpusFile(next)
  }
}

async function buildNext(
  path: string,
  { next, keptCopy }: { readonly next: string; readonly keptCopy: string },
  signal: AbortSignal,
): Promise<Rebuilt> {
  using _ = lockCorpus(path, 'corpus repair')
  copyCorpusFile(path, keptCopy)
  takeInLog(path)
  await removeCorpusFile(next)
  using salvage = closing(openSalvage(path))
  await using store = closingAsync(openSqliteCorpus(next, { create: true }))
  await using writer = await store.write('corpus repair')
  return await copySound(salvage, writer, signal)
}

async function copySound(salvage: Salvage, writer: CorpusWriter, signal: AbortSignal): Promise<Rebuilt> {
  const settings = salvage.settings()
  for (const [name, value] of settings) await writer.setSetting(name, value)
  for (const [hash, answer] of salvage.calls()) await writer.rememberCall(hash, answer)
  const incomplete = new Map<string, readonly string[]>()
  const lost: string[] = []
  for (const id of salvage.papers()) {
    signal.throwIfAborted()
    const salvaged = salvage.paper(id)
    if (salvaged.faults.length > 0) incomplete.set(id, salvaged.faults)
    lost.push(...salvaged.lostFacts)
    if (hasAnything(salvaged)) await putSound(writer, salvaged)
  }
  const faults = salvage.faults()
  lost.push(...faults, ...(await uncounted(salvage, writer, incomplete.size > 0)))
  const hasSettings = settings.length > 0 && !faults.some((fault) => fault.startsWith('The setting'))
  return { incomplete, lost, hasSettings }
}

/** Returns a sentence on units that are missing by the corpus's own count and left no other trace. */
async function uncounted(salvage: Salvage, writer: CorpusWriter, isIncomplete: boolean): Promise<string[]> {
  const { papers, units, passages } = await writer.counts()
  if (papers === 0) return ['No part of the file could be read; ingest the papers again.']
  const missing = (salvage.unitCount() ?? 0) - units - passages
  return isIncomplete || missing <= 0 ? [] : [`${missing} units or passages, about which nothing is known.`]
}

function hasAnything({ paper, pages, units, paths, gate }: SalvagedPaper): boolean {
  return paper !== null || gate !== null || pages.length + units.length + paths.length > 0
}

async function putSound(writer: CorpusWriter, salvaged: SalvagedPaper): Promise<void> {
  const { pages, gate, units, faults } = salvaged
  const paper = paperFor(salvaged)
  const record = {
    paper: faults.length === 0 ? paper : { ...paper, recipe: TO_BE_MADE_AGAIN },
    pages,
    gate,
    units: units.map(({ unit }) => unit),
    vectors: [],
    embedder: null,
  }
  await writer.put([record])
  for (const embedder of new Set(units.flatMap(({ vectors }) => [...vectors.keys()]))) {
    const vectors = units.flatMap(({ unit, vectors: of }) => {
      const values = of.get(embedder)
      return values === undefined ? [] : [{ unit: unit.id, values }]
    })
    await writer.putVectors(embedder, vectors)
  }
  for (const { unit, named } of units)
    if (named !== null) await writer.putMentions(named.recipe, [{ unit: unit.id, mentions: named.mentions }])
  await writer.putExtractions(units.flatMap(({ extraction }) => extraction ?? []))
}

/** Returns the paper's row, or a placeholder title for its pages and units if that row is lost. */
function paperFor({ id, paper, paths, pages, units }: SalvagedPaper): Paper {
  const places = paths.length > 0 ? paths : [`lost/${id}`]
  if (paper !== null) return { ...paper, paths: places, state: units.length > 0 ? 'kept' : paper.state }
  const [path = ''] = places
  const format: PaperFormat = extname(path).toLowerCase() === '.pdf' ? 'pdf' : 'text'
  const state = units.length > 0 ? 'kept' : 'failed:damaged'
  const detail = 'Its front matter was damaged and is lost.'
  const described = { ...NO_DESCRIPTION, bodyEnd: pages.reduce((sum, { text }) => sum + text.length, 0) }
  return {
    ...described,
    id,
    paths: places,
    format,
    document: null,
    pageCount: pages.length,
    state,
    detail,
    recipe: '',
  }
}

type Completed = Pick<RepairResult, 'lost' | 'readAgain' | 'embeddedAgain'>

/** Completes a corpus that is intact by now: an interruption leaves papers to be read again by the next `ingest`. */
async function completed(
  gloss: Gloss,
  corpus: string,
  { incomplete, lost, hasSettings }: Rebuilt,
  signal: AbortSignal,
): Promise<Completed> {
  const { store, name } = await gloss.session(corpus)
  const readable: string[] = []
  const gone: string[] = [...lost]
  for (const [id, faults] of incomplete) {
    const paper = hasSettings ? await store.paper(id) : null
    const file = paper === null ? null : await findFile(paper, { workspace: gloss.workspace, name })
    if (file?.path == null) gone.push(...faults)
    else readable.push(file.path)
  }
  gone.push(...(await readAgain(gloss, corpus, readable, signal)))
  const session = await gloss.session(corpus)
  await using writer = await session.store.write('corpus repair')
  const embeddedAgain = await embedMissing(writer, session.embedder, signal)
  await updateDerivedData(gloss, session, writer, signal)
  return { lost: gone, readAgain: readable.length, embeddedAgain }
}

/** Reads papers again. Returns the reason if that is impossible, as when a model writes the units; the papers' intact rows stay. */
async function readAgain(
  gloss: Gloss,
  corpus: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  if (paths.length === 0) return []
  try {
    await ingestPaths(gloss, { paths, corpus }, () => undefined, signal)
    return []
  } catch (error) {
    if (!isGlossError(error)) throw error
    return [
      `${paths.length} papers were not read again (${error.message}); run: gloss ingest ${paths.join(' ')}`,
    ]
  }
}

async function embedMissing(
  writer: CorpusWriter,
  embedder: {
    readonly id: string
    embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  },
  signal: AbortSignal,
): Promise<number> {
  const last = await writer.seq()
  let count = 0
  for await (const batch of batched(writer.unitsSince(0, embedder.id), BATCH_UNITS)) {
    const missing = batch.filter(({ vector, seq }) => vector === null && seq <= last)
    if (missing.length === 0) continue
    const vectors = await embedder.embed(
      missing.map(({ unit, title }) => indexedText(unit, title)),
      signal,
    )
    await writer.putVectors(
      embedder.id,
      missing.map(({ unit }, at) => ({ unit: unit.id, values: vectors[at]! })),
    )
    count += missing.length
  }
  return count
}
