/** Settings of optional models that add to a ranking. Each is off unless it is set. */
import { DEFAULT_BM25 } from '../../index/index.ts'
import { folderOrAddress } from './server-address.ts'
import { decimal, text, usualCount } from './setting-fields.ts'

/** Hits that a reranker reads: each costs as much as the first. Chosen, not measured. */
const DEFAULT_RERANK_TOP = 20
/** Hits that late interaction compares: 50 are no better than 20 (docs/decisions/2026-11-22-optional-models.md). */
const DEFAULT_LATE_TOP = 20
/** Share of late interaction in the new score; the rest is the backend's (docs/decisions/2026-11-22-optional-models.md). */
const DEFAULT_LATE_SHARE = 0.5
// A question should not wait longer for a better order of its hits. Chosen, not measured.
const DEFAULT_TIMEOUT_MS = 10_000
const MAX_HITS = 200
const MAX_LATE_HITS = 1_000

export const RANKING_SETTINGS = {
  bm25K1: decimal(0, 100)
    .default(DEFAULT_BM25.k1)
    .describe('BM25: how soon repeats of a word stop counting. The default is that of Lucene.'),
  bm25B: decimal(0, 1)
    .default(DEFAULT_BM25.b)
    .describe('BM25: how much long units are penalised, 0 to 1. The default is that of Lucene.'),
  fusionWeight: decimal(0, 1_000)
    .optional()
    .describe(
      'Fusion weight in `hybrid` and `auto`: weight of the cosine for `coverage`, share of the words for `convex` (0 to 1), damping for `rrf`. Default: the measured value for each.',
    ),
  rerank: folderOrAddress()
    .optional()
    .describe(
      'Reranker for the first hits of every backend: folder of a cross-encoder, or base URL of a server with `/rerank` (docs/backends.md). Off unless set.',
    ),
  rerankModel: text.describe('Model to request from the reranker server.'),
  rerankKey: text.describe('Key for the server of the reranker, if it requires one.'),
  rerankTop: usualCount(DEFAULT_RERANK_TOP, 1, MAX_HITS).describe('Number of hits that the reranker reads.'),
  late: folderOrAddress()
    .optional()
    .describe(
      'Late interaction for the first hits of every backend: folder of a model of token vectors, or URL of a server with `/pooling` or `/multi-vector` (docs/backends.md). Off unless set.',
    ),
  lateModel: text.describe('Model to request from the server of token vectors.'),
  lateKey: text.describe('Key for the server of token vectors, if it requires one.'),
  lateTop: usualCount(DEFAULT_LATE_TOP, 1, MAX_LATE_HITS).describe(
    'Number of hits that late interaction compares.',
  ),
  lateShare: decimal(0, 1)
    .default(DEFAULT_LATE_SHARE)
    .describe('Share of late interaction in the new score of a hit, 0 to 1.'),
  rankingTimeoutMs: usualCount(DEFAULT_TIMEOUT_MS, 100, 3_600_000).describe(
    'Time limit for a ranking server per question, retries included, milliseconds. After it, the question fails.',
  ),
}
