/** The arithmetic of the gate, by values counted by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastScores, rawContrast } from '../../../../ingest/gate/contrast-score.ts'
import { binScores } from '../../../../ingest/gate/score-bins.ts'
import { cosine, meanOfLargest, meanVector, quantile } from '../../../../ingest/gate/similarity.ts'
import { gateRecord } from '../../../fakes/gate-records.ts'

const vector = (...parts: readonly number[]) => Float32Array.from(parts)

describe('cosines and means', () => {
  it('round a cosine to six decimals', () => {
    expect(cosine(vector(0.6, 0.8), vector(1, 0))).toBe(0.6)
    expect(cosine(vector(0.6, 0.8), vector(0.8, -0.6))).toBe(0)
    expect(cosine(vector(0.1234564, 0), vector(1, 0))).toBe(0.123456)
    expect(cosine(vector(0.1234567, 0), vector(1, 0))).toBe(0.123457)
    expect(cosine(vector(0, 0), vector(1, 0))).toBe(0)
  })

  it('give a mean of length 1, or none', () => {
    expect([...meanVector([vector(1, 0), vector(0, 1)], 2)]).toEqual([
      expect.closeTo(Math.SQRT1_2, 6),
      expect.closeTo(Math.SQRT1_2, 6),
    ])
    expect([...meanVector([vector(0.6, 0.8)], 2)]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
    expect([...meanVector([vector(1, 0), vector(-1, 0)], 2)]).toEqual([0, 0])
    expect([...meanVector([], 3)]).toEqual([0, 0, 0])
  })

  it('average the largest values', () => {
    expect(meanOfLargest([1, 5, 3, 4], 2)).toBe(4.5)
    expect(meanOfLargest([1, 5], 3)).toBe(3)
    expect(meanOfLargest([], 3)).toBe(0)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 })),
        fc.integer({ min: 1, max: 5 }),
        (values, count) => {
          const largest = values.toSorted((a, b) => b - a).slice(0, count)
          const mean = largest.reduce((sum, value) => sum + value, 0) / Math.max(1, largest.length)
          expect(meanOfLargest(values, count)).toBeCloseTo(mean, 9)
        },
      ),
    )
  })

  const quantiles = [
    { rank: 0, value: 1 },
    { rank: 0.25, value: 1 },
    { rank: 0.26, value: 2 },
    { rank: 0.5, value: 2 },
    { rank: 0.75, value: 3 },
    { rank: 1, value: 10 },
  ]
  it.each(quantiles)('give $value as the quantile $rank of 1, 2, 3, 10', ({ rank, value }) => {
    expect(quantile([10, 2, 3, 1], rank)).toBe(value)
  })

  it('give no quantile of nothing', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError)
  })
})

describe('the contrast of a text', () => {
  const anchors = (...cosines: readonly number[]) => cosines.map((value) => ({ vector: vector(value, 0) }))

  it('averages the three nearest anchors of each side', () => {
    const scores = contrastScores(vector(1, 0), {
      positives: anchors(0.1, 0.9, 0.5, 0.7),
      others: anchors(0.2, 0.4),
    })
    expect(scores.positive).toBeCloseTo(0.7, 6)
    expect(scores.negative).toBeCloseTo(0.3, 6)
  })

  it('counts nearness to the topic twice, and to other fields once against it', () => {
    expect(rawContrast(0.5, 0.25)).toBe(0.75)
    expect(rawContrast(0, 0.25)).toBe(-0.25)
  })
})

describe('the bins of scores', () => {
  const binned = (scores: readonly number[], cutoff: number, count: number) =>
    binScores(
      scores.map((score) =>
        gateRecord({ score, cutoff, keep: score > cutoff, reason: score > cutoff ? '' : 'off_topic' }),
      ),
      count,
    )
  const edges = ({ bins }: ReturnType<typeof binned>) => bins.map(({ from, to }) => [from, to])
  const counts = ({ bins }: ReturnType<typeof binned>) => bins.map(({ dropped, kept }) => [dropped, kept])

  it('have a cut-off among their edges, and take in what is equal to their upper one', () => {
    const bins = binned([-2, -1, 0, 1, 2], 0, 4)
    expect(edges(bins)).toEqual([
      [-3, -2],
      [-2, -1],
      [-1, 0],
      [0, 1],
      [1, 2],
    ])
    expect(counts(bins)).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ])
    expect(bins.cutoff).toBe(0)
  })

  it('count from a cut-off that is not 0', () => {
    const bins = binned([1, 5, 8], 4, 7)
    expect(edges(bins)[0]).toEqual([0, 1])
    expect(edges(bins).at(-1)).toEqual([7, 8])
    expect(counts(bins).flat()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
  })

  it('reach to a cut-off that all scores are above or below', () => {
    expect(edges(binned([2, 3], 1, 2))).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(edges(binned([-1, 0], 1, 2))).toEqual([
      [-2, -1],
      [-1, 0],
      [0, 1],
    ])
  })

  it('are one of width 1 where all scores are the cut-off', () => {
    const bins = binned([3, 3], 3, 10)
    expect([edges(bins), counts(bins)]).toEqual([[[2, 3]], [[2, 0]]])
  })

  it('have the cut-off of a record that is alone', () => {
    // One bin of a width of .25 up to the score, and the one below the cut-off.
    const bins = binned([0.75], 0.5, 1)
    expect(bins.cutoff).toBe(0.5)
    expect([edges(bins), counts(bins)]).toEqual([
      [
        [0.25, 0.5],
        [0.5, 0.75],
      ],
      [
        [0, 0],
        [0, 1],
      ],
    ])
  })

  it('are none of no records', () => {
    expect(binned([], 0, 4)).toEqual({ cutoff: 0, bins: [] })
  })
})
