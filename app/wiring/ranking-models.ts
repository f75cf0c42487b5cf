/** Optional models that add to a ranking, as the configuration names them: a folder, or the address of a server. Loaded where they are set. */
import { join } from 'node:path'
import { contentId, GlossError } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { PriceTable, Reranker, TokenEmbedder } from '../../models/index.ts'
import {
  type LateGround,
  lateBackend,
  lateGround,
  type Retriever,
  rerankedBackend,
  type TextsOfUnits,
} from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'
import type { Features } from './features.ts'

export interface RankingModels {
  /** What the configuration names, for people; empty where all are off. */
  readonly names: readonly string[]
  /** Opens what the configuration names. Throws `MODEL_FOLDER_INVALID`; a reranker's server is asked with the first question. */
  open(): Promise<void>
  ofCorpus(ground: RankingGround): CorpusRanking
  close(): Promise<void>
}

export interface RankingGround {
  readonly reader: CorpusReader
  /** Of the corpus's artefacts. */
  readonly folder: string
  readonly onNotice: (message: string) => void
}

/** The models over one corpus, with what they keep of it. */
export interface CorpusRanking {
  /** A backend with the models behind it; the backend itself where none is named. */
  behind(backend: Retriever, textsOf: TextsOfUnits): Retriever
  close(): Promise<void>
}

/** Nothing is opened before it is needed; what could not be opened is tried again. */
export function createRankingModels(config: Config, prices: PriceTable, features: Features): RankingModels {
  const { rerank, rerankTop, late, lateTop, lateShare } = config
  const reranker = once(() => openReranker(config, rerank ?? '', features))
  const embedder = once(() => openTokenEmbedder(config, late ?? '', features))

  function lateOver(ground: RankingGround) {
    return once(async () => {
      const opened = await embedder.open()
      const made = await openLateGround(opened, ground)
      return { ...made, close: async () => made.store.close() }
    })
  }

  return {
    names: [
      ...(rerank === undefined ? [] : [`reranker ${rerank}`]),
      ...(late === undefined ? [] : [`late interaction ${late}`]),
    ],
    async open() {
      if (rerank !== undefined) await reranker.open()
      if (late !== undefined) await embedder.open()
    },
    ofCorpus(ground) {
      const { reader } = ground
      const tokens = lateOver(ground)
      return {
        behind(backend, textsOf) {
          const parts = { reader, textsOf, prices, ground: tokens.open, top: lateTop, share: lateShare }
          const compared = late === undefined ? backend : lateBackend(backend, parts)
          return rerank === undefined
            ? compared
            : rerankedBackend(compared, { reranker: reranker.open, textsOf, top: rerankTop, prices })
        },
        close: tokens.close,
      }
    },
    async close() {
      await reranker.close()
      await embedder.close()
    },
  }
}

async function openLateGround(
  embedder: TokenEmbedder,
  { folder, onNotice }: RankingGround,
): Promise<LateGround> {
  const { openSqliteTokenStore } = await import('../../index/adapters/sqlite-token-store.ts')
  const store = openSqliteTokenStore({
    path: join(folder, `tokens-${contentId(embedder.id).slice(0, 16)}.sqlite`),
    model: embedder.id,
    dims: embedder.dims,
    onRefused: onNotice,
  })
  return lateGround(embedder, store)
}

async function openReranker(config: Config, place: string, features: Features): Promise<Reranker> {
  if (!isAddress(place)) {
    await features.need('models')
    return (await import('../../models/adapters/folder-reranker.ts')).openFolderReranker(place)
  }
  const { openHttpReranker } = await import('../../models/adapters/http-reranker.ts')
  const { rerankModel: model, rerankKey: key } = config
  return openHttpReranker({ url: place, model, key, ...limitsOf(config) })
}

async function openTokenEmbedder(config: Config, place: string, features: Features): Promise<TokenEmbedder> {
  if (!isAddress(place)) {
    await features.need('models')
    return (await import('../../models/adapters/folder-token-embedder.ts')).openFolderTokenEmbedder(place)
  }
  const { lateModel: model, lateKey: key } = config
  if (model === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      'GLOSS_LATE names a server, and GLOSS_LATE_MODEL does not say which of its models makes token vectors.',
    )
  const { openHttpTokenEmbedder } = await import('../../models/adapters/http-token-embedder.ts')
  return openHttpTokenEmbedder({ url: place, model, key, ...limitsOf(config) })
}

function limitsOf({ rankingTimeoutMs: timeoutMs, llmRetries: maxRetries }: Config) {
  return { timeoutMs, maxRetries }
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place)
}

/** One that is opened with the first call and kept. */
function once<Opened extends { close(): Promise<void> }>(make: () => Promise<Opened>) {
  let opening: Promise<Opened> | null = null
  return {
    open(): Promise<Opened> {
      opening ??= make()
      opening.catch(() => {
        opening = null
      })
      return opening
    },
    async close(): Promise<void> {
      const opened = await opening?.catch(() => null)
      opening = null
      await opened?.close()
    },
  }
}
