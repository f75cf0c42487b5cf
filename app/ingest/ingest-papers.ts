/** Runs `ingest`: reads papers from paths into a corpus that can then answer. Used by the command line and by upload jobs. */
import { extname, resolve } from 'node:path'
import { GlossError } from '../../core/index.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import {
  type Arrival,
  arrivalsOf,
  discover,
  type FoundPapers,
  holdPapers,
  isLibrary,
  type ReadPaper,
  type Source,
  storePapers,
} from '../../ingest/index.ts'
import {
  countedEmbedder,
  createLedger,
  type Embedder,
  type Ledger,
  ledgerByRole,
} from '../../models/index.ts'
import type { ReaderPlugIn } from '../../plugins/index.ts'
import { INGEST_PRESETS, withPreset } from '../config/presets.ts'
import { withReaders } from '../plugins/checked-reader.ts'
import type { keepReferenceLists } from '../references/index.ts'
import { gateEmbedderOf } from '../wiring/corpus-embedder.ts'
import { checkEmbedder } from '../wiring/corpus-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { listReaders } from '../wiring/paper-readers.ts'
import { openDryCorpus } from './dry-corpus.ts'
import {
  askedTopic,
  chooseRecipe,
  keepChoice,
  keepEmbedder,
  type NamedTopic,
  openRecipe,
} from './ingest-recipe.ts'
import type { IngestListener, IngestRequest, IngestResult } from './ingest-shapes.ts'
import { withLookup } from './open-lookup.ts'
import { shareFiles } from './paper-file.ts'
import { goneFiles, prunePaths } from './prune-paths.ts'
import { openRemovedPapers } from './removed-papers.ts'
import { openSummariser, summaryCostSentence } from './summarisers.ts'
import { updateDerivedData } from './update-derived-data.ts'

/** Returns true for the path of a record in a list, which is not the paper's own file. */
const isRecord = (path: string) => path.includes('#')
const BYTES_PER_MB = 1024 * 1024

/**
 * Ingests paths. Throws `PATH_NOT_FOUND`, `TOPIC_UNKNOWN` and `CORPUS_BUSY` before anything is read. If `signal` aborts, finished papers
 * are stored and the result says `interrupted`.
 */
export async function ingestPaths(
  gloss: Gloss,
  given: IngestRequest,
  onEvent: IngestListener,
  signal: AbortSignal,
): Promise<IngestResult> {
  const { preset } = given
  const request = preset === undefined ? given : withPreset(preset, INGEST_PRESETS[preset], given)
  const started = performance.now()
  const corpus = request.corpus ?? (await gloss.defaultCorpus('write'))
  const paths = request.paths.map((path) => (isLibrary(path) ? path : resolve(path)))
  const skipped: Record<string, number> = {}
  const unknownKinds: Record<string, number> = {}
  const onSkip = (path: string, reason: string) => {
    request.onSkip?.(path, reason)
    skipped[reason] = (skipped[reason] ?? 0) + 1
    const ending = extname(path).toLowerCase()
    if (reason === 'unknown_kind') unknownKinds[ending] = (unknownKinds[ending] ?? 0) + 1
  }
  // Done before a corpus is created for the paths.
  const found = await discover(paths, signal, {
    onSkip,
    uploads: request.uploads,
    followLinks: request.followLinks,
    maxFileBytes: gloss.config.maxFileMb * BYTES_PER_MB,
    lists: listReaders(gloss.parsers()),
    textEndings: readersOf(gloss, request).flatMap(({ endings }) => endings),
  })
  const topic = await askedTopic(request.topic)
  const ledger = createLedger(gloss.prices)
  const [come, kept]: [string[], string[]] = [[], []]
  const listen: IngestListener = (event) => {
    if (event.state === 'kept' && !isRecord(event.path)) kept.push(event.paper)
    if (event.state === 'kept' && !event.unchanged) come.push(event.paper)
    onEvent(event)
  }
  const onAway = request.prune === true ? undefined : onSkip
  const asked = { request, paths, found, skipped, onSkip, onAway, topic, ledger, onEvent: listen, signal }
  const finish = (result: RunResult): IngestResult => {
    const seconds = Math.round(performance.now() - started) / 1000
    return { corpus, ...result, unknownKinds, ledger: ledgerByRole(ledger.rows()), seconds }
  }
  if (request.dryRun === true) {
    await using dry = await openDryCorpus(gloss, corpus)
    return finish(await run(gloss, asked, dry))
  }
  const session = await gloss.sessionOfNew(corpus)
  const mode = request.isShared === true ? 'shared' : 'alone'
  await using writer = await session.store.write(`ingest ${request.paths.join(' ')}`, mode)
  await checkEmbedder(corpus, writer, session.embedder)
  const ran = await run(gloss, asked, { writer, embedder: session.embedder })
  const result = { ...ran, gone: request.uploads === undefined ? await goneFiles(writer, paths) : [] }
  await shareFiles(gloss.workspace, { name: corpus, store: writer }, kept)
  // The next run makes what an interrupted one did not.
  if (result.interrupted) await session.save()
  else
    await updateDerivedData(
      gloss,
      { ...session, embedder: countedEmbedder(session.embedder, ledger) },
      writer,
      signal,
    )
  if (!result.interrupted) await keepLists(gloss, corpus, writer, come)
  return finish(result)
}

// TypeScript 7.0 does not rewrite the extension of an `import()` beside `await using`, so the import has its own function.
async function keepLists(...asked: Parameters<typeof keepReferenceLists>): Promise<void> {
  const references = await import('../references/index.ts')
  await references.keepReferenceLists(...asked)
}

interface IngestRun {
  readonly request: IngestRequest
  readonly paths: readonly string[]
  readonly found: FoundPapers
  readonly skipped: IngestResult['skipped']
  readonly onSkip: (path: string, reason: string) => void
  readonly onAway: IngestRun['onSkip'] | undefined
  readonly topic: NamedTopic | undefined
  readonly ledger: Ledger
  readonly onEvent: IngestListener
  readonly signal: AbortSignal
}

type RunResult = Omit<IngestResult, 'corpus' | 'seconds' | 'unknownKinds' | 'ledger'>

interface OpenCorpus {
  readonly writer: CorpusWriter
  readonly embedder: Embedder
}

async function run(
  gloss: Gloss,
  { request, paths, found, skipped, onSkip, onAway, topic, ledger, onEvent, signal }: IngestRun,
  { writer, embedder }: OpenCorpus,
): Promise<RunResult> {
  const { dryRun = false, prune = false, retryFailed = false, ocr = 'auto' } = request
  const workers = request.workers ?? gloss.config.workers
  if (ocr === 'always') await gloss.features.need('ocr')
  const papers = withReaders(await gloss.openReader(workers, ocr), readersOf(gloss, request))
  const choice = await chooseRecipe({ ...request, topic }, writer)
  const parts = { ...gloss, ledger, cutter: papers }
  const { summariser, project, window } = await openSummariser(choice.summariser, parts, writer)
  const counted = countedEmbedder(embedder, ledger)
  const gateEmbedder = await gateEmbedderOf(gloss, counted)
  const recipe = await openRecipe(
    choice,
    { embedder: counted, gateEmbedder, summariser, cutter: papers, gate: gloss.plugIns.gate },
    signal,
  )
  const keepSettings = async () => {
    await keepEmbedder(writer, embedder.id, gloss.config.embedder)
    await keepChoice(writer, choice)
  }
  if (request.onFound !== undefined) request.onFound(await found.count())
  const seen = new Set<string>()
  const sources = prune ? noting(found.sources(), seen) : found.sources()
  const looked = await withLookup(papers, request, gloss.config, writer)
  const { reader, isWantedAgain } = looked
  const removed = await openRemovedPapers(writer, {
    takesBack: request.takeBack ?? request.uploads !== undefined,
    onPassed: (path) => onSkip(path, 'removed_by_hand'),
  })
  const { passesOver } = removed
  const reading = { reader, recipe, workers, retryFailed, isWantedAgain, passesOver, onAway, corpus: writer }
  let projection = ''
  try {
    let arrivals: AsyncIterable<Arrival>
    if (project === null) {
      await keepSettings()
      arrivals = arrivalsOf(sources, { ...reading, writer }, signal)
    } else {
      const agree = async (papers: AsyncIterable<ReadPaper>) => {
        const cost = await project(papers)
        projection = summaryCostSentence(cost, window())
        if (cost.calls > 0 && !dryRun) await askConsent(projection, request)
        await keepSettings()
      }
      arrivals = holdPapers(arrivalsOf(sources, { ...reading, writer: null }, signal), agree, writer, signal)
    }
    const stored = dryRun && project !== null ? { ...recipe, summariser: null } : recipe
    const report = await storePapers(arrivals, { recipe: stored, writer, onEvent }, signal)
    if (!dryRun) await removed.save(writer)
    const pruned = prune && !report.interrupted ? await prunePaths(writer, paths, seen) : 0
    return {
      topic: choice.topic.name,
      ...report,
      skipped,
      pruned,
      gone: [],
      dryRun,
      projection: dryRun ? projection : '',
      window: window(),
      modelDown: summariser.down?.() ?? '',
      lookup: looked.counts(),
    }
  } finally {
    await reader.close()
  }
}

function readersOf({ plugIns }: Gloss, { readers = [] }: IngestRequest): ReaderPlugIn[] {
  return [...readers, ...plugIns.readers]
}

async function askConsent(projection: string, { consent }: IngestRequest): Promise<void> {
  if (consent !== undefined && (await consent(projection))) return
  throw new GlossError('CONSENT_NEEDED', projection)
}

async function* noting(sources: AsyncIterable<Source>, paths: Set<string>): AsyncIterable<Source> {
  for await (const source of sources) {
    paths.add(source.path)
    yield source
  }
}
