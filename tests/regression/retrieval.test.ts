/**
 * The figures of retrieval as a user gets them: ingest or import, then `eval retrieval`. On the sample papers to four decimals, so
 * that no change of rankings goes unseen; on SciFact against the least that is promised.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  evaluateBackends,
  type Gloss,
  importPath,
  ingestPaths,
  loadConfig,
  openGloss,
} from '../../app/index.ts'
import type { RetrievalFigures } from '../../evaluation/retrieval.ts'
import { hasShared, orSkipped, sharedPath } from '../../scripts/lib/shared.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', 'samples')
const BACKENDS = ['words', 'vanilla', 'hybrid'] as const
const LIMIT_MS = 300_000
const never = new AbortController().signal

async function withGloss<T>(action: (gloss: Gloss) => Promise<T>): Promise<T> {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder(), embedder: 'static' }, {}))
  try {
    return await action(gloss)
  } finally {
    await gloss.close()
  }
}

async function figuresOf(gloss: Gloss, folder: string, fusion: 'coverage' | 'convex' | 'rrf' = 'coverage') {
  const files = { queries: join(folder, 'questions.jsonl'), qrels: join(folder, 'qrels.tsv') }
  const queries = folder === SAMPLES ? files.queries : join(folder, 'queries.jsonl')
  const request = { ...files, queries, backends: BACKENDS, fusion }
  return (await evaluateBackends(gloss, request, never)).backends
}

/** nDCG@10, recall@2, recall@5, recall@10. */
function rounded(figures: RetrievalFigures | undefined): string {
  const names = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10'] as const
  return names.map((name) => figures?.[name].toFixed(4)).join(' ')
}

describe('on the sample papers', () => {
  it('kept papers, rows and figures are the known ones', { timeout: LIMIT_MS }, async () => {
    await withGloss(async (gloss) => {
      const { kept } = await ingestPaths(gloss, { paths: [join(SAMPLES, 'papers')] }, () => undefined, never)
      const figures = await figuresOf(gloss, SAMPLES)
      const { index } = await gloss.session()
      expect({
        kept,
        rows: await index.size(),
        words: rounded(figures['words']),
        vanilla: rounded(figures['vanilla']),
        hybrid: rounded(figures['hybrid']),
        reciprocal: rounded((await figuresOf(gloss, SAMPLES, 'rrf'))['hybrid']),
      }).toEqual({
        kept: 12,
        rows: 163,
        words: '0.9385 1.0000 1.0000 1.0000',
        vanilla: '0.9604 0.9375 1.0000 1.0000',
        hybrid: '0.9539 1.0000 1.0000 1.0000',
        reciprocal: '0.9692 1.0000 1.0000 1.0000',
      })
    })
  })
})

const PROMISED = [
  { backend: 'words', least: 0.69 },
  { backend: 'vanilla', least: 0.585 },
  { backend: 'hybrid', least: 0.715 },
]

describe.skipIf(!hasShared)(orSkipped('on SciFact'), () => {
  it('every backend reaches the nDCG@10 that is promised', { timeout: LIMIT_MS }, async () => {
    await withGloss(async (gloss) => {
      const path = sharedPath('data', 'scifact')
      const { documents } = await importPath(gloss, { format: 'beir', path }, never)
      expect(documents).toBe(5_183)
      const figures = await figuresOf(gloss, path)
      for (const { backend, least } of PROMISED) {
        expect(figures[backend]?.queries).toBe(809)
        expect(figures[backend]?.['ndcg@10'], backend).toBeGreaterThanOrEqual(least)
      }
    })
  })
})
