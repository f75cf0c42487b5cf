/**
 * Composition root: opens what a configuration names and closes it again. Code that every question needs is imported here; code that reads
 * papers, runs code or fetches pages is loaded on demand, so that `gloss retrieve` does not wait for it.
 */
import { openedOnceEach } from '../../core/index.ts'
import type { CorpusStore, Workspace } from '../../corpus/index.ts'
import type { PaperCutter, PaperReader } from '../../ingest/index.ts'
import { readBundledPrices } from '../../models/adapters/bundled-prices.ts'
import type { Embedder, PriceTable } from '../../models/index.ts'
import type { GatePlugIn, MonitorPlugIn, ReaderPlugIn } from '../../plugins/index.ts'
import type { RunStore } from '../../solver/index.ts'
import type { CodeRunner, PageFetcher } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { type Chats, createChats } from './chat-models.ts'
import { openCorpusEmbedder } from './corpus-embedder.ts'
import { type CorpusSession, openSession } from './corpus-session.ts'
import { DEMONSTRATION_CORPUS, defaultCorpus } from './default-corpus.ts'
import { type EmbedderName, openEmbedder } from './embedders.ts'
import { createFeatures, type Features } from './features.ts'
import { limitCorpora } from './limit-corpora.ts'
import { once } from './once.ts'
import { createOpenCorpora, type Hold, type OnMissing } from './open-corpora.ts'
import { openRuns } from './open-runs.ts'
import { openWorkspace } from './open-workspace.ts'
import { createPaperPools, type OcrChoice, type PaperPools } from './paper-pools.ts'
import { createRankingModels, type RankingModels } from './ranking-models.ts'
import { withScratchCorpus } from './scratch-corpus.ts'
import { createServerIndexes, type ServerIndexes } from './server-indexes.ts'

export interface Gloss extends PaperPools {
  readonly config: Config
  readonly workspace: Workspace
  /** Chat models of the configuration, which share its limits. */
  readonly chats: Chats
  /** Prices of tokens: the user's own table, or that of prices.json. */
  readonly prices: PriceTable
  /** Optional models that add to every ranking. */
  readonly ranking: RankingModels
  /** Optional parts that are fetched when they are needed. */
  readonly features: Features
  /** Called with notices that a person may want to know and no caller has to act on. */
  readonly onNotice: (message: string) => void
  /** State of indexes on a server, as far as it was checked. */
  readonly indexes: ServerIndexes
  /** Returns the corpus for requests that name none: that of the settings, else the workspace's only one, else `main`. */
  defaultCorpus(use: 'read' | 'write'): Promise<string>
  /**
   * Opens a corpus once and keeps it open; within a hold, until the hold ends. Throws `CORPUS_NOT_FOUND`, `QUEUE_FULL` (within a hold), and
   * `EMBEDDER_MISMATCH` if the configuration names another embedder than that of the corpus.
   */
  session(corpus?: string): Promise<CorpusSession>
  /** Opens a corpus, creating it if it is missing. Throws the errors of `session`, and `TOO_MANY_CORPORA` (within a hold). */
  sessionOfNew(corpus?: string): Promise<CorpusSession>
  /** Starts a hold. Sessions opened within it stay open until it is released; then others may replace them. */
  hold(): Hold
  isOpen(corpus: string): boolean
  /** Closes a corpus's session, so that it can be deleted or opened with another embedder. */
  forget(corpus: string): Promise<void>
  embedder(name: EmbedderName): Promise<Embedder>
  /** Reads papers of every format and cuts them up, up to `workers` at once. The caller closes it. */
  openReader(workers: number, ocr: OcrChoice): Promise<PaperReader & PaperCutter>
  readonly pages: PageFetcher
  /** Opens the sandbox that runs Python on first use. Throws `SANDBOX_UNAVAILABLE` if none works here. */
  sandbox(): Promise<CodeRunner>
  /** Opens the solver's runs of this workspace on first use. */
  runs(): RunStore
  readonly plugIns: GlossPlugIns
  close(): Promise<void>
}

/** Plug-ins that apply to the whole workspace; backends and embedders are chosen by name. */
export interface GlossPlugIns {
  readonly readers: readonly ReaderPlugIn[]
  readonly gate: GatePlugIn | null
  readonly monitor: MonitorPlugIn | null
}

const NO_PLUG_INS: GlossPlugIns = { readers: [], gate: null, monitor: null }

export interface GlossOptions {
  readonly plugIns?: GlossPlugIns
  /** Called with notices that a person may want to know and no caller has to act on. */
  readonly onNotice?: (message: string) => void
  /** Asked before an optional part is fetched (GLOSS_FETCH=ask); absent if there is no terminal to ask on. */
  readonly agree?: (sentence: string) => Promise<boolean>
  /** Fetcher of web pages. Default: that of the internet. */
  readonly pages?: PageFetcher
  /** Workspace. Default: that of the configuration. */
  readonly workspace?: Workspace
}

/** Opens Gloss. Throws `CONFIG_INVALID` for a price table with faults. */
export async function openGloss(
  config: Config,
  {
    onNotice = () => undefined,
    agree,
    pages = PUBLIC_PAGES,
    plugIns = NO_PLUG_INS,
    ...options
  }: GlossOptions = {},
): Promise<Gloss> {
  const stored = options.workspace ?? (await openWorkspace(config.store, config, onNotice))
  const workspace = withScratchCorpus(stored, DEMONSTRATION_CORPUS)
  const prices = await openPrices(config)
  const features = createFeatures({ policy: config.fetch, agree, onNotice })
  const models = { chats: createChats(config), ranking: createRankingModels(config, prices, features) }
  const shared = { config, prices, features, ...models }
  const given = { onNotice, pages, plugIns, indexes: createServerIndexes(onNotice) }
  const { closePools, ...pools } = createPaperPools(config)
  const embedders = new Map<EmbedderName, Promise<Embedder>>()
  const sessions = createOpenCorpora<CorpusSession>(config.openCorpora, workspace.identity)
  const createCorpus = limitCorpora(workspace, config.maxCorpora, sessions.isHeld)
  const { closeSandbox, ...tools } = openTools(config, features)
  let runs: RunStore | null = null
  const embedder = openedOnceEach((name: EmbedderName) => openEmbedder(name, shared), embedders)

  const corpusMeant = async (use: 'read' | 'write') =>
    config.corpus ?? defaultCorpus(await workspace.listCorpora(), use)

  const sessionOf = (name: string, onMissing: OnMissing, openStore: OpenStore) =>
    sessions.open(name, async () => open(name, await openStore(name)), onMissing)

  async function open(name: string, store: CorpusStore): Promise<CorpusSession> {
    try {
      const tables = workspace.tablesPath(name)
      const opened = await openCorpusEmbedder(name, store, { config, tables, embedder, onNotice })
      return await openSession({
        name,
        store,
        embedder: opened,
        corpusPath: workspace.isFile(name) ? workspace.corpusPath(name) : null,
        artefactsPath: workspace.artefactsPath(name),
        ...shared,
        ...given,
      })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  return {
    ...shared,
    ...pools,
    ...given,
    workspace,
    embedder,
    ...tools,
    runs() {
      runs ??= openRuns(workspace, config.workspace)
      return runs
    },
    defaultCorpus: corpusMeant,
    async session(named) {
      const name = named ?? (await corpusMeant('read'))
      // Checked before opening, so that a caller who creates the corpus meanwhile does not share this error.
      const assertThere = async () => {
        if (!(await workspace.hasCorpus(name))) await (await workspace.openCorpus(name)).close()
      }
      return await sessionOf(name, assertThere, workspace.openCorpus)
    },
    sessionOfNew: async (named) => sessionOf(named ?? (await corpusMeant('write')), null, createCorpus),
    hold: sessions.hold,
    isOpen: sessions.isOpen,
    forget: sessions.forget,
    async close() {
      await sessions.close()
      await workspace.close()
      await closeAll([...embedders.values(), Promise.resolve(shared.ranking)])
      await closePools()
      await runs?.close()
      await closeSandbox()
      embedders.clear()
    },
  }
}

type OpenStore = (name: string) => Promise<CorpusStore>

/** Fetches pages from the internet. */
const PUBLIC_PAGES: PageFetcher = {
  async fetch(link, signal) {
    const { openGuardedFetch } = await import('../../tools/adapters/guarded-fetch.ts')
    return await openGuardedFetch().fetch(link, signal)
  },
}

/** Reads the user's own table, or the bundled one. */
async function openPrices({ prices }: Config): Promise<PriceTable> {
  if (prices === undefined) return readBundledPrices()
  return (await import('../../models/adapters/price-file.ts')).readPrices(prices)
}

/** Closes those that were opened successfully. */
async function closeAll(opened: Iterable<Promise<{ close(): Promise<void> }>>): Promise<void> {
  for (const one of await Promise.allSettled(opened)) if (one.status === 'fulfilled') await one.value.close()
}

/** Returns tools whose code is loaded on first use. */
function openTools(config: Config, features: Features) {
  const sandbox = once(async () => (await import('./sandbox.ts')).openSandbox(config, features))
  return {
    openReader: async (workers: number, ocr: OcrChoice) =>
      (await import('./paper-readers.ts')).openReader(config, workers, ocr, features),
    sandbox: sandbox.open,
    closeSandbox: sandbox.close,
  }
}
