/** `tune`: teaches the bundled table a corpus, measures it on held-out papers, and makes it the corpus's own if it is better. */

import { changeEmbedder, type ReEmbedResult, reEmbed } from '../../../../app/ingest/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import { SETTING, tuningSettings } from '../../../../app/wiring/parts.ts'
import { closingAsync, GlossError } from '../../../../core/index.ts'
import type { CorpusReader, CorpusWriter } from '../../../../corpus/index.ts'
import type { FloatTable } from '../../../../models/adapters/static-embedder.ts'
import { readFloatTable } from '../../../../models/adapters/static-embedder.ts'
import { openTunedTable } from '../../../../models/adapters/tuned-table.ts'
import {
  createLedger,
  isTunedId,
  type Ledger,
  type LedgerByRole,
  ledgerByRole,
} from '../../../../models/index.ts'
import { DEFAULT_TUNE_SETTINGS, removeTunedTables, tuneTable, writeTunedTable } from '../../table/index.ts'
import { compareTables, type HeldOutComparison, heldOutTask, isBetter } from './compare-tables.ts'
import { MAX_LESSONS, MIN_PAPERS, sampleTexts, type TuningSample } from './sample-texts.ts'
import { askConsent, askTeacher, cpuSecondsSince, openTeacher, type TeacherName } from './teacher.ts'

export interface TuneRequest {
  readonly corpus?: string | undefined
  /** Teacher; `minilm` if absent. */
  readonly teacher?: TeacherName | undefined
  /** Whether to learn and measure without keeping the table. */
  readonly dryRun?: boolean | undefined
  /** Called with the projected tokens and cost before a server is asked; false ends it with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
  /** Called with the current step. */
  readonly onProgress?: ((step: string) => void) | undefined
}

/** The object that `gloss tune --json` prints. */
export interface TuneResult {
  readonly corpus: string
  /** Embedder id of the learned table; null for a dry run. */
  readonly embedder: string | null
  readonly base: string
  readonly teacher: string
  /** Number of texts learned, and of their papers. */
  readonly lessons: number
  readonly papers: number
  readonly heldOut: HeldOutComparison
  readonly dryRun: boolean
  /** Units with vectors from the new table; 0 for a dry run. */
  readonly units: number
  readonly seconds: number
  /** CPU seconds of this process, over all its threads. */
  readonly cpuSeconds: number
  /** Usage of a server. */
  readonly ledger: LedgerByRole
}

const MAX_HELD_OUT_PAPERS = 100
const SEED = 1

/**
 * Throws `INPUT_INVALID` for a corpus of another embedder or of too few papers, `CORPUS_BUSY`, `CONSENT_NEEDED`, `TUNING_FUTILE` where the
 * table is no better on the papers kept apart, and what the teacher throws. Until the last step the corpus keeps the table it has.
 */
export async function tuneCorpus(
  gloss: Gloss,
  request: TuneRequest,
  signal: AbortSignal,
): Promise<TuneResult> {
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const corpus = request.corpus ?? (await gloss.defaultCorpus('read'))
  const dryRun = request.dryRun === true
  const ledger = createLedger(gloss.prices)
  await using store = closingAsync(await gloss.workspace.openCorpus(corpus))
  await using writer = await store.write('tune')
  const sample = await sampleOf(corpus, writer)
  const learned = await learnSample(gloss, { request, sample, ledger }, signal)
  const { heldOut, base, teacher } = learned
  if (!isBetter(heldOut))
    throw new GlossError(
      'TUNING_FUTILE',
      `On ${heldOut.papers} papers that were kept apart, the tuned table does not agree better with ${teacher} than the bundled one by more than chance: it finds ${percent(heldOut.after.overlap)} of its first ten, not ${percent(heldOut.before.overlap)}.`,
      { before: heldOut.before.overlap, after: heldOut.after.overlap },
    )
  const taken = dryRun ? null : await takeOver(gloss, { corpus, writer, learned, request }, signal)
  return {
    corpus,
    embedder: taken?.embedder ?? null,
    base: base.id,
    teacher,
    lessons: learned.lessons,
    papers: sample.papers,
    heldOut,
    dryRun,
    units: taken?.units ?? 0,
    seconds: Math.round(performance.now() - started) / 1000,
    cpuSeconds: Math.round(10 * cpuSecondsSince(cpuBefore)) / 10,
    ledger: ledgerByRole(ledger.rows()),
  }
}

/** Restores the bundled table and its vectors, and deletes the tuned ones. Throws `INPUT_INVALID` if the corpus is not tuned. */
export async function undoTuning(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined },
  onProgress: (units: number) => void,
  signal: AbortSignal,
): Promise<ReEmbedResult> {
  const corpus = asked.corpus ?? (await gloss.defaultCorpus('read'))
  if (!isTunedId((await readSetting(gloss, corpus, SETTING.embedderId)) ?? ''))
    throw new GlossError('INPUT_INVALID', `The corpus "${corpus}" is not tuned.`, { corpus })
  const result = await reEmbed(gloss, { corpus, embedder: 'static' }, onProgress, signal)
  await removeTunedTables(gloss.workspace.tablesPath(corpus), null)
  return result
}

async function readSetting(gloss: Gloss, corpus: string, name: string): Promise<string | null> {
  await using store = closingAsync(await gloss.workspace.openCorpus(corpus))
  return await store.setting(name)
}

async function sampleOf(corpus: string, reader: CorpusReader): Promise<TuningSample> {
  const own = (await reader.setting(SETTING.embedder)) ?? 'static'
  if (own !== 'static')
    throw new GlossError(
      'INPUT_INVALID',
      `The corpus "${corpus}" uses the embedder \`${own}\`; only the bundled table can be tuned. To change to it: gloss corpus embed --embedder static --corpus ${corpus}`,
      { corpus, own },
    )
  const size = { maxLessons: MAX_LESSONS, maxHeldOutPapers: MAX_HELD_OUT_PAPERS, seed: SEED }
  const sample = await sampleTexts(reader, size)
  if (sample !== null) return sample
  throw new GlossError(
    'INPUT_INVALID',
    `The corpus "${corpus}" has fewer than ${MIN_PAPERS} papers: too few to learn from some and measure on the others.`,
    { corpus },
  )
}

interface TrainedTable {
  readonly base: FloatTable & { readonly id: string }
  readonly table: FloatTable
  readonly teacher: string
  readonly lessons: number
  readonly heldOut: HeldOutComparison
}

async function learnSample(
  gloss: Gloss,
  {
    request,
    sample,
    ledger,
  }: { readonly request: TuneRequest; readonly sample: TuningSample; readonly ledger: Ledger },
  signal: AbortSignal,
): Promise<TrainedTable> {
  const { teacher: name = 'minilm', onProgress = () => undefined } = request
  const task = heldOutTask(sample.heldOut)
  const inAll = task.queries.length + task.documents.length + sample.lessons.length
  await askConsent(gloss, name, [...task.queries, ...task.documents, ...sample.lessons], request.consent)
  await using teacher = closingAsync(await openTeacher(name, gloss, ledger))
  const count = (before: number) => (texts: number) =>
    onProgress(`${before + texts} of ${inAll} texts embedded`)
  const queries = await askTeacher(teacher, task.queries, count(0), signal)
  const documents = await askTeacher(teacher, task.documents, count(task.queries.length), signal)
  const before = task.queries.length + task.documents.length
  const taught = await askTeacher(teacher, sample.lessons, count(before), signal)
  const base = await readFloatTable()
  const table = await tuneTable(base, taught, DEFAULT_TUNE_SETTINGS, {
    signal,
    onEpoch: ({ epoch, epochs, cosine }) =>
      onProgress(`epoch ${epoch} of ${epochs}: cosine with the teacher ${cosine.toFixed(3)}`),
  })
  const taughtVectors = { queries: queries.vectors, documents: documents.vectors }
  const heldOut = compareTables(sample.heldOut.length, task, { base, table, teacher: taughtVectors })
  return { base, table, teacher: teacher.id, lessons: taught.texts.length, heldOut }
}

/** Writes the table, embeds the units with it and makes it the corpus's own, in this order. */
async function takeOver(
  gloss: Gloss,
  {
    corpus,
    writer,
    learned: { base, table, teacher, lessons, heldOut },
    request,
  }: {
    readonly corpus: string
    readonly writer: CorpusWriter
    readonly learned: TrainedTable
    readonly request: TuneRequest
  },
  signal: AbortSignal,
): Promise<{ readonly embedder: string; readonly units: number }> {
  const tables = gloss.workspace.tablesPath(corpus)
  const id = await writeTunedTable(tables, base.id, table, { teacher, lessons, heldOut })
  const embedder = await openTunedTable(tables, id)
  await gloss.forget(corpus)
  const units = await changeEmbedder(
    writer,
    {
      name: 'static',
      embedder,
      folder: gloss.workspace.artefactsPath(corpus),
      settings: async () => await tuningSettings(writer, { table: id, teacher }),
    },
    (done) => request.onProgress?.(`${done} units embedded`),
    signal,
  )
  await removeTunedTables(tables, id)
  return { embedder: id, units }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
