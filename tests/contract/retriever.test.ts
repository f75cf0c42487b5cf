import { join } from 'node:path'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import { lateBackend, lateGround, rerankedBackend } from '../../packages/rerank/index.ts'
import { openSqliteTokenStore } from '../../packages/rerank/sqlite-token-store.ts'
import {
  ASKING_HIPPO,
  type FactGround,
  hippoRagBackend,
  PUBLISHED_HIPPO,
  UNFILTERED_HIPPO,
} from '../../retrieval/hipporag/index.ts'
import {
  autoBackend,
  convexFusion,
  hybridBackend,
  reciprocalRankFusion,
  vanillaBackend,
  walkBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import { lightRagBackend } from '../../retrieval/lightrag/index.ts'
import { vannaBackend } from '../../retrieval/vanna/index.ts'
import { modelSaying } from '../fakes/saying-chat.ts'
import { wordTokenEmbedder } from '../fakes/word-token-embedder.ts'
import { retrieverContract } from './retriever.contract.ts'

retrieverContract({ name: 'words', open: wordsBackend })
retrieverContract({ name: 'vanilla', open: vanillaBackend })
retrieverContract({ name: 'hybrid, coverage', open: (ground) => hybridBackend(ground) })
retrieverContract({ name: 'hybrid, convex', open: (ground) => hybridBackend(ground, convexFusion()) })
retrieverContract({
  name: 'hybrid, reciprocal rank',
  open: (ground) => hybridBackend(ground, reciprocalRankFusion()),
})
retrieverContract({
  name: 'hybrid, reranked',
  // Orders by the first letters of ids, which is unrelated to the order before.
  open: (ground) =>
    rerankedBackend(hybridBackend(ground), {
      reranker: async () => ({
        id: 'first letters',
        score: async (_question, texts) =>
          Float32Array.from(texts, (text) => Number.parseInt(text.slice(0, 4), 16)),
        close: async () => undefined,
      }),
      textsOf: async (units) => units,
      top: 4,
      prices: new Map(),
    }),
  stages: ['embed', 'search', 'fuse', 'rerank'],
  choosesFirst: true,
})
retrieverContract({
  name: 'hybrid, with late interaction',
  open: (ground) => {
    const path = join(ground.folder, 'tokens.sqlite')
    const embedder = wordTokenEmbedder()
    const { id: model, dims } = embedder
    const store = openSqliteTokenStore({ path, model, dims, onRefused: () => undefined })
    const late = lateGround(embedder, ground.closing(store))
    return lateBackend(hybridBackend(ground), {
      ground: async () => late,
      reader: { seq: async () => 1, removedSince: async () => [] },
      textsOf: async (units) => units,
      top: 4,
      share: 0.5,
      prices: new Map(),
    })
  },
  stages: ['embed', 'search', 'fuse', 'late'],
  choosesFirst: true,
})
retrieverContract({
  name: 'walk',
  open: (ground) => walkBackend(ground),
  stages: ['embed', 'link', 'search', 'walk', 'fuse'],
})
retrieverContract({ name: 'auto', open: (ground) => autoBackend(ground), stages: null })
const WALK_STAGES = ['embed', 'link', 'search', 'walk', 'fuse']
retrieverContract({ name: 'hipporag', open: (ground) => hippoRagBackend(ground), stages: WALK_STAGES })
retrieverContract({
  name: 'hipporag, as published without its filter',
  open: (ground) => hippoRagBackend(ground, UNFILTERED_HIPPO),
  stages: WALK_STAGES,
})
const filtering = (fact: string) => (ground: FactGround) => {
  const model = modelSaying(`[[ ## fact_after_filter ## ]]\n{"fact": [${fact}]}\n\n[[ ## completed ## ]]`)
  return hippoRagBackend(ground, PUBLISHED_HIPPO, model)
}
retrieverContract({
  name: 'hipporag, as published, with a model that keeps a fact',
  open: filtering('["bark", "stands beside", "extract thing"]'),
  stages: WALK_STAGES,
})
retrieverContract({
  name: 'hipporag, as published, with a model that keeps no fact',
  open: filtering(''),
  stages: ['embed', 'search', 'fuse', 'link'],
})
retrieverContract({
  name: 'hipporag, with a model that keeps no fact',
  open: (ground) => hippoRagBackend(ground, ASKING_HIPPO, modelSaying('{"fact": []}')),
  stages: WALK_STAGES,
})
for (const mode of ['local', 'global', 'hybrid', 'mix'] as const)
  retrieverContract({
    name: `lightrag, ${mode}`,
    open: (ground) => lightRagBackend(ground, mode),
    stages: ['link', 'embed', 'walk', 'search', 'fuse'],
  })
retrieverContract({
  name: 'vanna, with a model that asks for everything',
  open: (ground) => {
    const queries = ground.closing(openSqliteQueries(ground.path))
    const model = modelSaying('```sql\nSELECT unit_id FROM units\n```')
    return vannaBackend({ ...ground, queries }, { model, contextTokens: async () => 8_192 })
  },
  stages: ['embed', 'link', 'write', 'query', 'search', 'fuse'],
})
