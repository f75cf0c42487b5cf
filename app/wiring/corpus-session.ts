/** One open corpus: its contents, and answers to questions from it. */
import type { GlossError } from '../../core/index.ts'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import type { CorpusStore } from '../../corpus/index.ts'
import type { CorpusFacts, FactGraphName } from '../../graph/facts/index.ts'
import type { CorpusNames } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, openCorpusIndex } from '../../index/index.ts'
import type { Embedder, PriceTable } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import type { Chats } from './chat-models.ts'
import { type CorpusContents, corpusContents } from './corpus-contents.ts'
import { lazyFacts, lazyNames, namesOrNull, serverNames } from './lazy-graph.ts'
import type { RankingModels } from './ranking-models.ts'
import { type Answering, createAnswering } from './retrieve-answers.ts'
import type { ServerIndexes } from './server-indexes.ts'

/** A session. The command line and the service use its methods; `store`, `index` and `embedder` are for use cases within app/. */
export interface CorpusSession extends CorpusContents, Answering {
  readonly name: string
  readonly store: CorpusStore
  readonly index: CorpusIndex
  readonly embedder: Embedder
  /** Returns all names, opened in this process for the first view of the graph. Throws `GRAPH_MISSING` if none were extracted yet. */
  names(): Promise<CorpusNames>
  /** Returns the facts, opened with the first question that needs them; empty if the corpus has none. */
  facts(graph: FactGraphName): Promise<CorpusFacts>
  /** Writes the artefacts that have changed enough. */
  save(): Promise<void>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly name: string
  readonly store: CorpusStore
  readonly embedder: Embedder
  /** File of the corpus for backends that query it by SQL; null for a corpus on a server. */
  readonly corpusPath: string | null
  readonly artefactsPath: string
  readonly config: Config
  readonly chats: Chats
  readonly prices: PriceTable
  readonly ranking: RankingModels
  readonly onNotice: (message: string) => void
  readonly indexes: ServerIndexes
}

/** Opens the index beside the corpus if its server can search, else in this process. */
async function openIndex(
  { name, store, indexes }: Pick<SessionOptions, 'name' | 'store' | 'indexes'>,
  options: Omit<Parameters<typeof openCorpusIndex>[0], 'reader'> & {
    readonly spreadFrom?: number | undefined
  },
): Promise<CorpusIndex> {
  const { database } = store
  if (database === undefined) return await openCorpusIndex({ ...options, reader: store })
  const { openPostgresIndex } = await import('../../index/adapters/postgres-index.ts')
  return openPostgresIndex({ ...options, database, mend: () => indexes.mend(name, database) })
}

export async function openSession(options: SessionOptions): Promise<CorpusSession> {
  const { name, store, embedder, artefactsPath: folder, onNotice } = options
  const onRefused = (error: GlossError) => onNotice(`${error.message} ${error.help}`)
  const bm25 = { k1: options.config.bm25K1, b: options.config.bm25B }
  const index = await openIndex(options, {
    embedder,
    bm25,
    spreadFrom: options.config.spreadUnits,
    folder,
    openNeighbours: openUsearch((reason) =>
      onNotice(
        `Searches compare every vector, which is slower: the neighbour search does not support this platform (${reason}).`,
      ),
    ),
    onRefused,
  })
  const names = lazyNames({ name, reader: store, folder, onRefused })
  const { database } = store
  const askedNames = database === undefined ? names : serverNames(database, { name, reader: store })
  const facts = lazyFacts({ name, reader: store, embedder, folder, onRefused })
  const queries = store.queries ?? openSqliteQueries(options.corpusPath ?? '')
  const ranking = options.ranking.ofCorpus({ reader: store, folder, onNotice })

  async function save(): Promise<void> {
    await index.save()
    if (database === undefined) await (await namesOrNull(names))?.save()
    await facts.save()
  }

  return {
    ...corpusContents(name, embedder.id, store),
    ...createAnswering(name, store, {
      ...options,
      index,
      names: askedNames,
      facts: facts.of,
      queries,
      ranking,
    }),
    name,
    store,
    index,
    embedder,
    names,
    facts: facts.whatever,
    save,
    async close() {
      await queries.close()
      await ranking.close()
      await store.close()
    },
  }
}
