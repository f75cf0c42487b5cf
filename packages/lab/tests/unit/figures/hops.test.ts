import { describe, expect, it } from 'vitest'
import { placeRanks } from '../../../figures/hops/hop-questions.ts'
import { placeFigures } from '../../../figures/hops/place-metrics.ts'

const place = (quotation: string, paper = 'a.pdf') => ({ paper, page: 1, quotation })

describe('placeRanks', () => {
  it('finds a quotation however the text was joined from lines, and in its own paper alone', () => {
    const ranking = [
      { paper: 'b.pdf', text: 'The dose was 5 mg.' },
      { paper: 'a.pdf', text: 'In rats the\ndose was 5\u00a0mg, by mouth.' },
    ]
    expect(placeRanks({ places: [[place('The dose was 5 mg')]] }, ranking)).toEqual([1])
  })

  it('takes the first of the texts that say the same', () => {
    const ranking = [
      { paper: 'a.pdf', text: 'as the abstract has it' },
      { paper: 'a.pdf', text: 'as the results have it' },
    ]
    const places = [[place('results have it'), place('abstract has it')]]
    expect(placeRanks({ places }, ranking)).toEqual([0])
  })

  it('says of each place that no text holds that it was not found', () => {
    const ranking = [{ paper: 'a.pdf', text: 'one thing' }]
    const places = [[place('one thing')], [place('another')]]
    expect(placeRanks({ places }, ranking)).toEqual([0, Number.POSITIVE_INFINITY])
  })
})

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
