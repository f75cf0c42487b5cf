/** Settings of optional models that add to a ranking. Each is off unless it is named. */
import { z } from 'zod'
import { DEFAULT_BM25 } from '../../index/index.ts'
import { folderOrAddress } from './server-address.ts'

/** Hits that are read: each costs as much as the first. Chosen, not measured. */
const DEFAULT_RERANK_TOP = 20
/** Hits that are compared: 50 give no more than 20 (docs/decisions/2026-11-22-optional-models.md). */
const DEFAULT_LATE_TOP = 20
/** Share of late interaction in the new score; the rest is the backend's (docs/decisions/2026-11-22-optional-models.md). */
const DEFAULT_LATE_SHARE = 0.5
// A question should not wait longer for a better order of its hits. Chosen, not measured.
const DEFAULT_TIMEOUT_MS = 10_000
const MOST_HITS = 200
const MOST_LATE_HITS = 1_000

export const RANKING_SETTINGS = {
  bm25K1: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(DEFAULT_BM25.k1)
    .describe('BM25: how soon further occurrences of a word stop to count. The default is that of Lucene.'),
  bm25B: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_BM25.b)
    .describe('BM25: how much long units are marked down, 0 to 1. The default is that of Lucene.'),
  fusionWeight: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .optional()
    .describe(
      'Weight of the fusion in `hybrid` and `auto`: of the cosine for `coverage`, the share of the words for `convex` (0 to 1), the damping for `rrf`. Default: the measured one of each.',
    ),
  rerank: folderOrAddress()
    .optional()
    .describe(
      'Reranker for the first hits of every backend: folder of a cross-encoder, or base URL of a server with `/rerank` (docs/backends.md). Off unless set.',
    ),
  rerankModel: z.string().optional().describe('Model to ask for on the server of the reranker.'),
  rerankKey: z.string().optional().describe('Key for the server of the reranker, if it requires one.'),
  rerankTop: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_HITS)
    .default(DEFAULT_RERANK_TOP)
    .describe('Number of hits that the reranker reads.'),
  late: folderOrAddress()
    .optional()
    .describe(
      'Late interaction for the first hits of every backend: folder of a model of token vectors, or URL of a server with `/pooling` or `/multi-vector` (docs/backends.md). Off unless set.',
    ),
  lateModel: z.string().optional().describe('Model to ask for on the server of token vectors.'),
  lateKey: z.string().optional().describe('Key for the server of token vectors, if it requires one.'),
  lateTop: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_LATE_HITS)
    .default(DEFAULT_LATE_TOP)
    .describe('Number of hits that late interaction compares.'),
  lateShare: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_LATE_SHARE)
    .describe('Share of late interaction in the new score of a hit, 0 to 1.'),
  rankingTimeoutMs: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(DEFAULT_TIMEOUT_MS)
    .describe(
      'Time limit for a server that helps to rank, for one question with its retries, milliseconds. After it the question fails.',
    ),
}

export const RANKING_ENV_NAMES: Readonly<Record<keyof typeof RANKING_SETTINGS, string>> = {
  bm25K1: 'GLOSS_BM25_K1',
  bm25B: 'GLOSS_BM25_B',
  fusionWeight: 'GLOSS_FUSION_WEIGHT',
  rerank: 'GLOSS_RERANK',
  rerankModel: 'GLOSS_RERANK_MODEL',
  rerankKey: 'GLOSS_RERANK_KEY',
  rerankTop: 'GLOSS_RERANK_TOP',
  late: 'GLOSS_LATE',
  lateModel: 'GLOSS_LATE_MODEL',
  lateKey: 'GLOSS_LATE_KEY',
  lateTop: 'GLOSS_LATE_TOP',
  lateShare: 'GLOSS_LATE_SHARE',
  rankingTimeoutMs: 'GLOSS_RANKING_TIMEOUT_MS',
}
