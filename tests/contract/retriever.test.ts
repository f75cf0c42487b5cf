import {
  convexFusion,
  hybridBackend,
  reciprocalRankFusion,
  vanillaBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import { retrieverContract } from './retriever.contract.ts'

retrieverContract({ name: 'words', open: wordsBackend })
retrieverContract({ name: 'vanilla', open: vanillaBackend })
retrieverContract({ name: 'hybrid, convex', open: (ground) => hybridBackend(ground, convexFusion()) })
retrieverContract({
  name: 'hybrid, reciprocal rank',
  open: (ground) => hybridBackend(ground, reciprocalRankFusion()),
})
