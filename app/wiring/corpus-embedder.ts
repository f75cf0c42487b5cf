/** Opens the embedder of one corpus: one that the configuration names, or the table that learned the corpus. */
import { isGlossError } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import { type Embedder, isTunedId } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import { checkEmbedder, embedderOf, SETTING } from './corpus-settings.ts'
import type { EmbedderName } from './embedders.ts'

export interface CorpusEmbedderOptions {
  readonly config: Config
  /** Folder of the corpus's tuned tables. */
  readonly tables: string
  /** Opens an embedder that all corpora share. */
  readonly embedder: (name: EmbedderName) => Promise<Embedder>
  readonly onNotice: (message: string) => void
}

/**
 * Opens the embedder. Throws `EMBEDDER_MISMATCH` if another one is configured, and `TUNED_TABLE_UNUSABLE` if the corpus's own table is
 * missing or damaged: vectors of two tables are never mixed.
 */
export async function openCorpusEmbedder(
  corpus: string,
  store: CorpusReader,
  { config, tables, embedder, onNotice }: CorpusEmbedderOptions,
): Promise<Embedder> {
  const name = await embedderOf(corpus, store, config)
  const id = await store.setting(SETTING.embedderId)
  if (id !== null && isTunedId(id)) {
    const { stalenessOf } = await import('./tuning-record.ts')
    const stale = await stalenessOf(corpus, store)
    if (stale !== null) onNotice(stale)
    return await openTable(tables, id)
  }
  const opened = await embedder(name)
  await checkEmbedder(corpus, store, opened)
  return opened
}

async function openTable(tables: string, id: string): Promise<Embedder> {
  const { openTunedTable } = await import('../../models/adapters/tuned-table.ts')
  return await openTunedTable(tables, id)
}

/** Returns what is wrong with the tuned table of a corpus, as sentences; empty for an intact table and for a corpus without one. */
export async function tableProblems(store: CorpusReader, tables: string): Promise<string[]> {
  const id = await store.setting(SETTING.embedderId)
  if (id === null || !isTunedId(id)) return []
  try {
    await openTable(tables, id)
    return []
  } catch (error) {
    if (!isGlossError(error, 'TUNED_TABLE_UNUSABLE')) throw error
    return [`${error.message} ${error.help}`]
  }
}

/**
 * Returns the embedder by which the gate compares papers with its topic. For a tuned table and a plug-in that is the bundled one, for
 * which its cut-off is calibrated, so that tuning changes no decision about a paper.
 */
export async function gateEmbedderOf(
  { embedder }: { readonly embedder: (name: EmbedderName) => Promise<Embedder> },
  own: Embedder,
): Promise<Embedder> {
  return isTunedId(own.id) || own.id.startsWith('plugin:') ? await embedder('static') : own
}
