/** Retrieval metrics on SciFact against the promised minimum. */
import { describe, expect, it } from 'vitest'
import { importPath } from '../../app/index.ts'
import { figuresOf, judgedIn, withGloss } from '../fixtures/retrieval-figures.ts'
import { hasShared, orSkipped, sharedPath } from '../fixtures/shared.ts'

const LIMIT_MS = 300_000
const never = new AbortController().signal

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
      const figures = await figuresOf(gloss, judgedIn(path, 'queries.jsonl'))
      for (const { backend, least } of PROMISED) {
        expect(figures[backend]?.queries).toBe(809)
        expect(figures[backend]?.['ndcg@10'], backend).toBeGreaterThanOrEqual(least)
      }
    })
  })
})
