import { describe, expect, it } from 'vitest'
import { placeFigures } from '../../../figures/hops/place-metrics.ts'

describe('placeFigures', () => {
  it.each([
    { name: 'both places first', ranks: [0, 1], recall5: 1, recall10: 1, all: 1, ndcg: 1 },
    {
      name: 'one place behind the fifth hit',
      ranks: [0, 6],
      recall5: 0.5,
      recall10: 1,
      all: 0,
      ndcg: (1 + 1 / 3) / (1 + 1 / Math.log2(3)),
    },
    {
      name: 'one place not found',
      ranks: [4, Number.POSITIVE_INFINITY],
      recall5: 0.5,
      recall10: 0.5,
      all: 0,
      ndcg: 1 / Math.log2(6) / (1 + 1 / Math.log2(3)),
    },
  ])('$name', ({ ranks, recall5, recall10, all, ndcg }) => {
    const figures = placeFigures(ranks)
    expect(figures).toMatchObject({ 'recall@5': recall5, 'recall@10': recall10, 'all@5': all })
    expect(figures['ndcg@10']).toBeCloseTo(ndcg, 12)
  })
})
