import { onTestFinished } from 'vitest'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import {
  autoBackend,
  convexFusion,
  hybridBackend,
  reciprocalRankFusion,
  vanillaBackend,
  vannaBackend,
  walkBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import { chatSaying } from '../fakes/saying-chat.ts'
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
  name: 'walk',
  open: (ground) => walkBackend(ground),
  stages: ['embed', 'link', 'search', 'walk', 'fuse'],
})
retrieverContract({
  name: 'auto',
  open: (ground) => autoBackend(ground),
  stages: null,
})
retrieverContract({
  name: 'vanna, with a model that asks for everything',
  isOnDisk: true,
  open: (ground) => {
    const queries = openSqliteQueries(ground.path)
    onTestFinished(() => queries.close())
    const chat = chatSaying('```sql\nSELECT unit_id FROM units\n```')
    return vannaBackend({ ...ground, queries }, { chat, contextTokens: 8_192, prices: new Map() })
  },
  stages: ['embed', 'link', 'write', 'query', 'search', 'fuse'],
})
