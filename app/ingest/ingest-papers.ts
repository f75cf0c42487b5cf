/** One run of `ingest`: from paths to a corpus that answers. Used by the command line and by upload jobs alike. */
import { resolve, sep } from 'node:path'
import { GlossError } from '../../core/index.ts'
import { createMemoryCorpus } from '../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore, CorpusWriter, GatePolicy } from '../../corpus/index.ts'
import { loadTopic } from '../../ingest/adapters/topic-file.ts'
import {
  discover,
  type IngestEvent,
  type IngestReport,
  ingestPapers,
  type Source,
} from '../../ingest/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type OcrChoice, openReader } from '../wiring/paper-readers.ts'
import { chooseRecipe, openRecipe, type RecipeChoice } from './ingest-recipe.ts'
import { costSentence, openSummariser, papersToKeep, type SummariserName } from './summarisers.ts'
import { updateDerivedData } from './update-derived-data.ts'

export interface IngestRequest {
  readonly paths: readonly string[]
  readonly corpus?: string | undefined
  /** `biochem`, `none`, or the path of a keyword file; default: the corpus's own, `biochem` for a new one. */
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  readonly summariser?: SummariserName | undefined
  /** Leave the passages out: the published way. */
  readonly unitsOnly?: boolean | undefined
  readonly workers?: number | undefined
  readonly ocr?: OcrChoice | undefined
  readonly retryFailed?: boolean | undefined
  /** Remove papers below the given paths whose files are gone. */
  readonly prune?: boolean | undefined
  /** Read and judge, but store nothing. */
  readonly dryRun?: boolean | undefined
  /** Told of what is no paper and why, in a snake_case reason. */
  readonly onSkip?: ((path: string, reason: string) => void) | undefined
  /** Asked with the projected tokens and cost before a model is; false ends the run with `CONSENT_NEEDED`. */
  readonly consent?: ((projection: string) => Promise<boolean>) | undefined
}

/** The object that `gloss ingest --json` prints, and more. */
export interface IngestResult extends IngestReport {
  readonly corpus: string
  readonly topic: string
  /** Files that are no papers, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly pruned: number
  readonly seconds: number
  readonly dryRun: boolean
  /** What a model would be asked and cost; empty unless the run was dry and its summariser is one. */
  readonly projection: string
}

export type IngestListener = (event: IngestEvent) => void

/**
 * Throws `PATH_NOT_FOUND` and `CORPUS_BUSY` before anything is read. When `signal` aborts, what is finished is stored
 * and the result says `interrupted`.
 */
export async function ingestPaths(
  gloss: Gloss,
  request: IngestRequest,
  onEvent: IngestListener,
  signal: AbortSignal,
): Promise<IngestResult> {
  const started = performance.now()
  const corpus = request.corpus ?? gloss.config.corpus
  const paths = request.paths.map((path) => resolve(path))
  await checkRequest(paths, request, signal)
  if (request.dryRun === true) {
    const dry = await openDryCorpus(gloss, corpus)
    return finish(await run(gloss, request, { ...dry, paths, corpus }, onEvent, signal), started)
  }
  const session = await gloss.sessionOfNew(corpus)
  await using writer = await session.store.write(`ingest ${request.paths.join(' ')}`)
  const result = await run(
    gloss,
    request,
    { writer, store: session.store, embedder: session.embedder, paths, corpus },
    onEvent,
    signal,
  )
  // What is missing of an interrupted run is made by the next one.
  if (result.interrupted) await session.save()
  else await updateDerivedData(session, writer, signal)
  return finish(result, started)
}

/** Before a corpus is made for it: throws `PATH_NOT_FOUND`, and `TOPIC_UNKNOWN` for a topic that cannot be read. */
async function checkRequest(
  paths: readonly string[],
  { topic }: IngestRequest,
  signal: AbortSignal,
): Promise<void> {
  for await (const _ of discover(paths, signal)) break
  if (topic !== undefined) await loadTopic(topic)
}

/** How many sources the paths hold, for a progress bar. Reads folders and lists, no papers. */
export async function countSources(paths: readonly string[], signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const _ of discover(
    paths.map((path) => resolve(path)),
    signal,
  ))
    count++
  return count
}

interface Place {
  readonly writer: CorpusWriter
  readonly store: CorpusStore
  readonly embedder: CorpusSession['embedder']
  readonly paths: readonly string[]
  readonly corpus: string
}

async function run(
  gloss: Gloss,
  request: IngestRequest,
  place: Place,
  onEvent: IngestListener,
  signal: AbortSignal,
): Promise<Omit<IngestResult, 'seconds'>> {
  const { writer, store, embedder, paths, corpus } = place
  const choice = await chooseRecipe(request, store)
  const workers = request.workers ?? gloss.config.workers
  const { summariser, project } = openSummariser(choice.summariser, gloss, writer)
  const settling = await openRecipe(choice, { embedder, summariser }, signal)
  const dryRun = request.dryRun ?? false
  const skipped: Record<string, number> = {}
  const met = new Set<string>()
  const onSkip = (path: string, reason: string) => {
    request.onSkip?.(path, reason)
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  const reader = openReader(gloss.config, workers, request.ocr ?? 'auto')
  try {
    let projection = ''
    if (project !== null) {
      const papers = papersToKeep(discover(paths, signal), { reader, gate: settling.gate, workers }, signal)
      const cost = await project(papers)
      projection = costSentence(cost)
      if (cost.calls > 0 && !dryRun) await askConsent(projection, request)
    }
    // Only now: a run that is not agreed to leaves the corpus as it was.
    await keepSettings(writer, gloss, choice, embedder.id)
    const retryFailed = request.retryFailed ?? false
    const sources = discover(paths, signal, { onSkip })
    const watched = request.prune === true ? noting(sources, met) : sources
    const report = await ingestPapers(
      watched,
      {
        reader,
        settling: dryRun && project !== null ? { ...settling, summariser: null } : settling,
        writer,
        workers,
        retryFailed,
        onEvent,
      },
      signal,
    )
    const pruned = request.prune === true && !report.interrupted ? await prune(writer, paths, met) : 0
    return {
      corpus,
      topic: choice.topic,
      ...report,
      skipped,
      pruned,
      dryRun,
      projection: dryRun ? projection : '',
    }
  } finally {
    await reader.close()
  }
}

/** A corpus in memory that takes what a dry run would have stored, with the settings of the one that is there. */
async function openDryCorpus(
  gloss: Gloss,
  corpus: string,
): Promise<Pick<Place, 'writer' | 'store' | 'embedder'>> {
  const store = createMemoryCorpus()
  const writer = await store.write('dry run')
  if (!(await gloss.workspace.listCorpora()).includes(corpus))
    return { store, writer, embedder: await gloss.embedder(gloss.config.embedder ?? 'static') }
  const session = await gloss.session(corpus)
  for (const name of Object.values(SETTING)) {
    const value = await session.store.setting(name)
    if (value !== null) await writer.setSetting(name, value)
  }
  return { store, writer, embedder: session.embedder }
}

async function askConsent(projection: string, { consent }: IngestRequest): Promise<void> {
  if (consent !== undefined && (await consent(projection))) return
  throw new GlossError('CONSENT_NEEDED', projection)
}

async function keepSettings(
  writer: CorpusWriter,
  gloss: Gloss,
  { topic, policy, summariser, unitsOnly }: RecipeChoice,
  embedderId: string,
): Promise<void> {
  const settings = {
    [SETTING.embedder]: gloss.config.embedder ?? (await writer.setting(SETTING.embedder)) ?? 'static',
    [SETTING.embedderId]: embedderId,
    [SETTING.topic]: topic,
    [SETTING.summariser]: summariser,
    [SETTING.unitsOnly]: String(unitsOnly),
    ...(policy === null ? {} : { [SETTING.policy]: policy }),
  }
  for (const [name, value] of Object.entries(settings))
    if ((await writer.setting(name)) !== value) await writer.setSetting(name, value)
}

async function* noting(sources: AsyncIterable<Source>, met: Set<string>): AsyncIterable<Source> {
  for await (const source of sources) {
    met.add(source.path)
    yield source
  }
}

/** Forgets paths below the roots that the run did not meet. */
async function prune(
  writer: CorpusWriter,
  roots: readonly string[],
  met: ReadonlySet<string>,
): Promise<number> {
  const isBelow = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root + sep) || path.startsWith(`${root}#`))
  let pruned = 0
  for (let after: string | undefined; ; ) {
    const papers = await writer.papers({ limit: 500, ...(after === undefined ? {} : { after }) })
    for (const path of papers
      .flatMap((paper) => paper.paths)
      .filter((path) => isBelow(path) && !met.has(path))) {
      await writer.removePath(path)
      pruned++
    }
    after = papers.at(-1)?.id
    if (papers.length < 500) return pruned
  }
}

function finish(result: Omit<IngestResult, 'seconds'>, started: number): IngestResult {
  return { ...result, seconds: Math.round(performance.now() - started) / 1000 }
}
