/** Composition root: opens what a configuration names and closes it again. With its neighbours here, the only importer of adapters. */

import { join } from 'node:path'
import { GlossError } from '../../core/index.ts'
import { openFolderWorkspace } from '../../corpus/adapters/folder-workspace.ts'
import type { CorpusStore, Workspace } from '../../corpus/index.ts'
import type { PdfReader } from '../../ingest/adapters/pdfium-reader.ts'
import type { PaperReader } from '../../ingest/index.ts'
import type { Embedder } from '../../models/index.ts'
import { openSqliteRunStore } from '../../solver/adapters/sqlite-run-store.ts'
import type { RunStore } from '../../solver/index.ts'
import type { CodeRunner } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { type CorpusSession, openSession } from './corpus-session.ts'
import { type EmbedderName, openEmbedder } from './embedders.ts'
import { createFactBackends } from './fact-backends.ts'
import { type OcrChoice, openPdfReader, openReader } from './paper-readers.ts'
import { openSandbox } from './sandbox.ts'
import { openSqlBackend } from './sql-backend.ts'

export interface Gloss {
  readonly config: Config
  readonly workspace: Workspace
  /** Opened once and kept. Throws `CORPUS_NOT_FOUND`, and `EMBEDDER_MISMATCH` where the configuration names another embedder than the corpus has. */
  session(corpus?: string): Promise<CorpusSession>
  /** The same, and makes the corpus where it is missing. */
  sessionOfNew(corpus?: string): Promise<CorpusSession>
  /** Closes a corpus's session, so that it can be deleted or opened with another embedder. */
  forget(corpus: string): Promise<void>
  embedder(name: EmbedderName): Promise<Embedder>
  /** Reads papers of every format, up to `workers` at once. The caller closes it. */
  openReader(workers: number, ocr: OcrChoice): PaperReader
  /** Draws pages; its child process starts with the first page. */
  pdf(): PdfReader
  /** Runs Python; looked for with the first call. Throws `SANDBOX_UNAVAILABLE` where none works here. */
  sandbox(): Promise<CodeRunner>
  /** Runs of the solver in this workspace; opened with the first call. */
  runs(): RunStore
  close(): Promise<void>
}

export interface GlossOptions {
  /** Told what a person may want to know and no caller has to act on. */
  readonly onNotice?: (message: string) => void
}

/** Settings that a corpus keeps about itself. */
export const SETTING = {
  embedder: 'embedder',
  embedderId: 'embedder-id',
  topic: 'topic',
  policy: 'policy',
  summariser: 'summariser',
  unitsOnly: 'units-only',
} as const

export async function openGloss(
  config: Config,
  { onNotice = () => undefined }: GlossOptions = {},
): Promise<Gloss> {
  const workspace = openFolderWorkspace(config.workspace)
  const embedders = new Map<EmbedderName, Promise<Embedder>>()
  const sessions = new Map<string, Promise<CorpusSession>>()
  let pdf: PdfReader | null = null
  let sandbox: Promise<CodeRunner> | null = null
  let runs: RunStore | null = null

  function embedder(name: EmbedderName): Promise<Embedder> {
    return remembered(embedders, name, () => openEmbedder(name, config))
  }

  async function open(name: string, store: CorpusStore): Promise<CorpusSession> {
    try {
      const wanted = await embedderOf(name, store, config)
      const opened = await embedder(wanted)
      await checkEmbedder(name, store, opened)
      return await openSession({
        name,
        store,
        embedder: opened,
        artefactsPath: workspace.artefactsPath(name),
        factBackends: createFactBackends(config),
        sql: openSqlBackend(workspace.corpusPath(name), config, onNotice),
        onNotice,
      })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  return {
    config,
    workspace,
    embedder,
    openReader: (workers, ocr) => openReader(config, workers, ocr),
    pdf() {
      pdf ??= openPdfReader(config, 1)
      return pdf
    },
    sandbox() {
      sandbox ??= openSandbox(config)
      return sandbox
    },
    runs() {
      runs ??= openSqliteRunStore(join(config.workspace, 'runs.sqlite'))
      return runs
    },
    session: (corpus = config.corpus) =>
      remembered(sessions, corpus, async () => open(corpus, await workspace.openCorpus(corpus))),
    sessionOfNew: (corpus = config.corpus) =>
      remembered(sessions, corpus, async () => open(corpus, await workspace.createCorpus(corpus))),
    async forget(corpus) {
      const session = sessions.get(corpus)
      sessions.delete(corpus)
      await (await session)?.close()
    },
    async close() {
      for (const session of await Promise.allSettled(sessions.values()))
        if (session.status === 'fulfilled') await session.value.close()
      for (const opened of await Promise.allSettled(embedders.values()))
        if (opened.status === 'fulfilled') await opened.value.close()
      await pdf?.close()
      await runs?.close()
      if (sandbox !== null) await (await sandbox.catch(() => null))?.close()
      sessions.clear()
      embedders.clear()
    },
  }
}

/** The embedder that a corpus has, or a new one gets. */
async function embedderOf(corpus: string, store: CorpusStore, config: Config): Promise<EmbedderName> {
  const own = (await store.setting(SETTING.embedder)) as EmbedderName | null
  if (own === null) return config.embedder ?? 'static'
  if (config.embedder === undefined || config.embedder === own) return own
  throw new GlossError(
    'EMBEDDER_MISMATCH',
    `The corpus "${corpus}" is indexed with the embedder \`${own}\`, not \`${config.embedder}\`. To change it: gloss corpus embed --embedder ${config.embedder} --corpus ${corpus}`,
    { corpus, own, asked: config.embedder },
  )
}

async function checkEmbedder(corpus: string, store: CorpusStore, { id }: Embedder): Promise<void> {
  const own = await store.setting(SETTING.embedderId)
  if (own === null || own === id) return
  throw new GlossError(
    'EMBEDDER_MISMATCH',
    `The corpus "${corpus}" is indexed with \`${own}\`; the embedder at hand is \`${id}\`. To change to it: gloss corpus embed --corpus ${corpus}`,
    { corpus, own, asked: id },
  )
}

/** Remembers a promise by key, unless it rejects. */
function remembered<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  open: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key)
  if (found !== undefined) return found
  const opening = open()
  known.set(key, opening)
  opening.catch(() => known.delete(key))
  return opening
}
