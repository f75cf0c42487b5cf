import { describe, expect, test } from 'vitest'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { createWordScorer, measure, readEvaluationSet } from '../../../research/static-embedder/measure.ts'
import { hasShared, orSkipped, sharedPath } from '../../../scripts/lib/shared.ts'

describe.skipIf(!hasShared)(orSkipped('the shipped static table'), () => {
  test.each([
    { set: 'scifact', vectors: 0.585, hybrid: 0.715 },
    { set: 'covidqa', vectors: 0.46, hybrid: 0.685 },
    { set: 'musique-train', vectors: 0.54, hybrid: 0.59 },
    { set: 'hotpotqa-train', vectors: 0.74, hybrid: 0.8 },
  ])('reaches nDCG@10 of $vectors alone and $hybrid with BM25 on $set', async ({ set, vectors, hybrid }) => {
    const embedder = await openStaticEmbedder()
    const data = readEvaluationSet(sharedPath('data'), set)
    const figures = await measure(data, (texts) => embedder.embed(texts), createWordScorer(data.documents))
    expect(figures.vectors).toBeGreaterThanOrEqual(vectors)
    expect(figures.hybrid).toBeGreaterThanOrEqual(hybrid)
  })
})
