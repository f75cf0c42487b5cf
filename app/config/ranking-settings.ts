/** Settings of optional models that add to a ranking. Each is off unless it is named. */
import { z } from 'zod'
import { DEFAULT_RERANK_TOP } from '../../retrieval/index.ts'

// A question should not wait longer for a better order of its hits. Chosen, not measured.
const DEFAULT_TIMEOUT_MS = 10_000
const MOST_HITS = 200

export const RANKING_SETTINGS = {
  rerank: z
    .string()
    .min(1)
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
  rerank: 'GLOSS_RERANK',
  rerankModel: 'GLOSS_RERANK_MODEL',
  rerankKey: 'GLOSS_RERANK_KEY',
  rerankTop: 'GLOSS_RERANK_TOP',
  rankingTimeoutMs: 'GLOSS_RANKING_TIMEOUT_MS',
}
