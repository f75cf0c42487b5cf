import { describe, expect, test } from 'vitest'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import {
  createWordScorer,
  measure,
  readEvaluationSet,
} from '../../../packages/lab/research/static-embedder/measure.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

describe.skipIf(!hasShared)(orSkipped('the shipped static table'), () => {
  test.each([
    [0.585, 0.715, 'scifact'],
    [0.46, 0.685, 'covidqa'],
    [0.54, 0.59, 'musique-train'],
    [0.74, 0.8, 'hotpotqa-train'],
  ])('reaches nDCG@10 of %s alone and %s with BM25 on %s', async (vectors, hybrid, set) => {
    const embedder = await openStaticEmbedder()
    const data = readEvaluationSet(sharedPath('data'), set)
    const figures = await measure(data, (texts) => embedder.embed(texts), createWordScorer(data.documents))
    expect(figures.vectors).toBeGreaterThanOrEqual(vectors)
    expect(figures.hybrid).toBeGreaterThanOrEqual(hybrid)
  })
})
