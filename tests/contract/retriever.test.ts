import {
  autoBackend,
  convexFusion,
  hybridBackend,
  reciprocalRankFusion,
  vanillaBackend,
  walkBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import { retrieverContract } from './retriever.contract.ts'

retrieverContract({ name: 'words', open: wordsBackend })
retrieverContract({ name: 'vanilla', open: vanillaBackend })
retrieverContract({ name: 'hybrid, coverage', open: (ground) => hybridBackend(ground) })
retrieverContract({ name: 'hybrid, convex', open: (ground) => hybridBackend(ground, convexFusion()) })
retrieverContract({
  name: 'hybrid, reciprocal rank',
  open: (ground) => hybridBackend(ground, reciprocalRankFusion()),
})
retrieverContract({ name: 'walk', open: walkBackend, stages: ['embed', 'link', 'search', 'walk', 'fuse'] })
retrieverContract({
  name: 'auto',
  open: autoBackend,
  stages: ['gate', 'embed', 'link', 'search', 'walk', 'fuse'],
})
