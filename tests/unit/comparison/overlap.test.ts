import { describe, expect, it } from 'vitest'
import { jaccard, rankBiasedOverlap } from '../../../comparison/index.ts'

const OVERLAPS = [
  { name: 'the same', first: ['a', 'b', 'c'], second: ['a', 'b', 'c'], share: 1, rankBiased: 1 },
  { name: 'nothing in common', first: ['a', 'b'], second: ['c', 'd'], share: 0, rankBiased: 0 },
  // Agreement 0 at depth 1, 1 at depth 2: .1 x .9 + .81.
  { name: 'swapped', first: ['a', 'b'], second: ['b', 'a'], share: 1, rankBiased: 0.9 },
  // Agreement 1, then 1/2: .1 + .045 + .5 x .81.
  { name: 'the first in common', first: ['a', 'b'], second: ['a', 'c'], share: 1 / 3, rankBiased: 0.55 },
  { name: 'one the beginning of the other', first: ['a'], second: ['a', 'b'], share: 1 / 2, rankBiased: 1 },
  { name: 'both empty', first: [], second: [], share: 1, rankBiased: 1 },
  { name: 'one empty', first: [], second: ['a'], share: 0, rankBiased: 0 },
]

describe('overlap', () => {
  it.for(OVERLAPS)('of $name', ({ first, second, share, rankBiased }) => {
    expect(jaccard(first, second)).toBeCloseTo(share, 12)
    expect(rankBiasedOverlap(first, second)).toBeCloseTo(rankBiased, 12)
  })
})
