/** Metrics against values worked out by hand: log2 of 2, 3, 4, 5 is 1, 1.58496, 2, 2.32193. */
import { describe, expect, it } from 'vitest'
import { type Judgements, measuresNamed, percentile } from '../../../comparison/index.ts'

/** Returns the one measure of that name. */
const measureNamed = (name: string) => measuresNamed(name)[0]!

const measured = (name: string) => (ranking: readonly string[], judgements: Judgements, k: number) =>
  measureNamed(`${name}@${k}`).of(ranking, judgements)
const [ndcg, recall, reciprocalRank, hitRate] = ['nDCG', 'R', 'RR', 'Success'].map(measured) as [
  ReturnType<typeof measured>,
  ReturnType<typeof measured>,
  ReturnType<typeof measured>,
  ReturnType<typeof measured>,
]

const JUDGED = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 1],
  ['d', 0],
])
// Ideal: 2 + 1 / 1.58496 + 1 / 2 = 3.13093.
const NDCG = [
  { name: 'the ideal order', ranking: ['a', 'b', 'c'], k: 10, expected: 1 },
  { name: 'best one second', ranking: ['b', 'a', 'c'], k: 10, expected: 0.8821 },
  { name: 'one of three found, third', ranking: ['x', 'd', 'c'], k: 10, expected: 0.1597 },
  { name: 'cut off before the hit', ranking: ['x', 'a'], k: 1, expected: 0 },
  { name: 'the ideal is cut off too', ranking: ['a'], k: 1, expected: 1 },
  { name: 'nothing found', ranking: ['x', 'd'], k: 10, expected: 0 },
  { name: 'no hits', ranking: [], k: 10, expected: 0 },
]
const RECALL = [
  { name: 'two of three', ranking: ['a', 'x', 'c'], k: 5, expected: 2 / 3 },
  { name: 'a judgement of 0 is not relevant', ranking: ['d', 'a'], k: 2, expected: 1 / 3 },
  { name: 'cut off', ranking: ['a', 'b', 'c'], k: 2, expected: 2 / 3 },
  { name: 'no hits', ranking: [], k: 2, expected: 0 },
]
const FIRST_RELEVANT = [
  { name: 'first', ranking: ['a', 'x'], k: 10, reciprocal: 1, hit: 1 },
  { name: 'third, after one judged 0', ranking: ['x', 'd', 'c'], k: 10, reciprocal: 1 / 3, hit: 1 },
  { name: 'beyond the cut', ranking: ['x', 'y', 'c'], k: 2, reciprocal: 0, hit: 0 },
  { name: 'nowhere', ranking: [], k: 10, reciprocal: 0, hit: 0 },
]
const PERCENTILES = [
  { name: 'the middle of an odd number', values: [3, 1, 2], p: 0.5, expected: 2 },
  { name: 'the lower middle of an even number', values: [4, 1, 2, 3], p: 0.5, expected: 2 },
  { name: 'nearly the last', values: [...Array(100).keys()], p: 0.99, expected: 98 },
  { name: 'the least', values: [5, 4], p: 0, expected: 4 },
  { name: 'the greatest', values: [5, 4], p: 1, expected: 5 },
]

describe('nDCG', () => {
  it.for(NDCG)('$name', ({ ranking, k, expected }) => {
    expect(ndcg(ranking, JUDGED, k)).toBeCloseTo(expected, 4)
  })
})

describe('recall', () => {
  it.for(RECALL)('$name', ({ ranking, k, expected }) => {
    expect(recall(ranking, JUDGED, k)).toBeCloseTo(expected, 12)
  })
})

describe('reciprocal rank and hit rate', () => {
  it.for(FIRST_RELEVANT)('$name', ({ ranking, k, reciprocal, hit }) => {
    expect(reciprocalRank(ranking, JUDGED, k)).toBeCloseTo(reciprocal, 12)
    expect(hitRate(ranking, JUDGED, k)).toBe(hit)
  })
})

describe('percentile', () => {
  it.for(PERCENTILES)('$name', ({ values, p, expected }) => {
    expect(percentile(values, p)).toBe(expected)
  })
})
