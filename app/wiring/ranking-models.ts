/** Optional models that add to a ranking, as the configuration names them: a folder, or the address of a server. */
import { openFolderReranker } from '../../models/adapters/folder-reranker.ts'
import { openHttpReranker } from '../../models/adapters/http-reranker.ts'
import type { PriceTable, Reranker } from '../../models/index.ts'
import { type Retriever, rerankedBackend, type TextsOfUnits } from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'

export interface RankingModels {
  /** What the configuration names, for people; empty where all are off. */
  readonly names: readonly string[]
  /** Opens what the configuration names. Throws `MODEL_FOLDER_INVALID`; a server is asked with the first question. */
  open(): Promise<void>
  /** A backend with the models behind it; the backend itself where none is named. */
  behind(backend: Retriever, textsOf: TextsOfUnits): Retriever
  close(): Promise<void>
}

/** Nothing is opened before it is needed; what could not be opened is tried again. */
export function createRankingModels(config: Config, prices: PriceTable): RankingModels {
  const { rerank, rerankTop: top } = config
  const reranker = once(() => openReranker(config, rerank ?? ''))
  return {
    names: rerank === undefined ? [] : [`reranker ${rerank}`],
    async open() {
      if (rerank !== undefined) await reranker.open()
    },
    behind: (backend, textsOf) =>
      rerank === undefined
        ? backend
        : rerankedBackend(backend, { reranker: reranker.open, textsOf, top, prices }),
    close: () => reranker.close(),
  }
}

async function openReranker(config: Config, place: string): Promise<Reranker> {
  if (!isAddress(place)) return openFolderReranker(place)
  const { rerankModel: model, rerankKey: key, rankingTimeoutMs: timeoutMs, llmRetries: maxRetries } = config
  return openHttpReranker({ url: place, model, key, timeoutMs, maxRetries })
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
