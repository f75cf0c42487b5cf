/** Adds reranking and late interaction to any backend, with the models in the configuration: a folder, or the address of a server. */
import { join } from 'node:path'
import type { Config } from '../../app/config/config.ts'
import type { Features } from '../../app/wiring/features.ts'
import { once } from '../../app/wiring/once.ts'
import type { CorpusRanking, RankingGround, RankingModels } from '../../app/wiring/ranking-models.ts'
import { contentId, GlossError } from '../../core/index.ts'
import type { PriceTable, Reranker, TokenEmbedder } from '../../models/index.ts'
import { type LateGround, lateBackend, lateGround } from './late-interaction.ts'
import { rerankedBackend } from './rerank.ts'

/** Creates the models. Each is opened when first needed; a failed opening is tried again the next time. */
export function createRankingModels(
  config: Config,
  prices: PriceTable,
  features: Features,
): Omit<RankingModels, 'names'> {
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
    async open() {
      if (rerank !== undefined) await reranker.open()
      if (late !== undefined) await embedder.open()
    },
    ofCorpus(ground): CorpusRanking {
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
  const { openSqliteTokenStore } = await import('./sqlite-token-store.ts')
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
    return (await import('./folder-reranker.ts')).openFolderReranker(place)
  }
  const { openHttpReranker } = await import('./http-reranker.ts')
  const { rerankModel: model, rerankKey: key } = config
  return openHttpReranker({ url: place, model, key, ...limitsOf(config) })
}

async function openTokenEmbedder(config: Config, place: string, features: Features): Promise<TokenEmbedder> {
  if (!isAddress(place)) {
    await features.need('models')
    return (await import('./folder-token-embedder.ts')).openFolderTokenEmbedder(place)
  }
  const { lateModel: model, lateKey: key } = config
  if (model === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      'GLOSS_LATE names a server, so GLOSS_LATE_MODEL must name its model for token vectors.',
    )
  const { openHttpTokenEmbedder } = await import('./http-token-embedder.ts')
  return openHttpTokenEmbedder({ url: place, model, key, ...limitsOf(config) })
}

function limitsOf({ rankingTimeoutMs: timeoutMs, llmRetries: maxRetries }: Config) {
  return { timeoutMs, maxRetries }
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place)
}

export { type LateGround, lateBackend, lateGround } from './late-interaction.ts'
export { createMaxSim, type MaxSim } from './max-sim.ts'
export { type PackedTokens, packTokens } from './packed-tokens.ts'
export { rerankedBackend } from './rerank.ts'
export type { TokenStore } from './token-store.ts'
