/** Tests intervals, significance tests and overlaps of lists against values computed by hand, their guarantees on generated samples, and their laws. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bootstrapInterval,
  holmAdjusted,
  jaccard,
  pairedRandomisation,
  rankBiasedOverlap,
} from '../../../comparison/index.ts'

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 })
const pairedShares = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((pairs) => [pairs.map(([first]) => first / 8), pairs.map(([, second]) => second / 8)] as const)
const fewResamples = { resamples: 200 }

describe('the bootstrap interval', () => {
  it('is the same for every call', () => {
    fc.assert(
      fc.property(shares, (values) => {
        const interval = bootstrapInterval(values, fewResamples)
        expect(bootstrapInterval(values, fewResamples)).toEqual(interval)
        expect(interval[0]).toBeLessThanOrEqual(interval[1])
      }),
    )
  })

  it('lies between the least and the greatest value and moves with the values', () => {
    fc.assert(
      fc.property(shares, (values) => {
        const [low, high] = bootstrapInterval(values, fewResamples)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12)
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-12)
        const moved = bootstrapInterval(
          values.map((value) => value + 3),
          fewResamples,
        )
        expect(moved[0]).toBeCloseTo(low + 3, 9)
        expect(moved[1]).toBeCloseTo(high + 3, 9)
      }),
    )
  })
})

describe('the paired randomisation test', () => {
  const EXACT = [
    // Of 2^5 sign patterns, one and its mirror image are as large.
    { name: 'five questions all better by 1', first: [2, 2, 2, 2, 2], second: [1, 1, 1, 1, 1], p: 2 / 32 },
    // Sums of ±3 ±1 ±2 that are 4 or more: 6, 4, and both mirrored.
    { name: 'better, worse, better', first: [4, 1, 3], second: [1, 2, 1], p: 4 / 8 },
    { name: 'ties do not count', first: [2, 2, 5, 7], second: [1, 1, 5, 7], p: 2 / 4 },
    { name: 'differences that cancel', first: [1, 0], second: [0, 1], p: 1 },
    { name: 'equal series', first: [0.3, 0.4], second: [0.3, 0.4], p: 1 },
    { name: 'no question', first: [], second: [], p: 1 },
  ]
  it.for(EXACT)('is exact for few questions: $name', ({ first, second, p }) => {
    expect(pairedRandomisation(first, second)).toBeCloseTo(p, 12)
  })

  it('does not ask which series comes first, stays in (0, 1], and is the same for every call', () => {
    fc.assert(
      fc.property(pairedShares, ([first, second]) => {
        const p = pairedRandomisation(first, second, { permutations: 300 })
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(pairedRandomisation(first, second, { permutations: 300 })).toBe(p)
        expect(pairedRandomisation(second, first, { permutations: 300 })).toBe(p)
      }),
    )
  })
})

describe("Holm's correction", () => {
  const CORRECTED = [
    // .005 x 4, .01 x 3, .03 x 2, and .04 x 1 raised to the one before it.
    { name: 'four tests', values: [0.01, 0.04, 0.03, 0.005], expected: [0.03, 0.06, 0.06, 0.02] },
    { name: 'never above 1', values: [0.6, 0.9], expected: [1, 1] },
    { name: 'one test', values: [0.04], expected: [0.04] },
    { name: 'none', values: [], expected: [] },
  ]
  it.for(CORRECTED)('$name', ({ values, expected }) => {
    for (const [i, value] of holmAdjusted(values).entries()) expect(value).toBeCloseTo(expected[i]!, 12)
    expect(holmAdjusted(values)).toHaveLength(expected.length)
  })
})

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

it.for(OVERLAPS)('the overlap of two lists: $name', ({ first, second, share, rankBiased }) => {
  expect(jaccard(first, second)).toBeCloseTo(share, 12)
  expect(rankBiasedOverlap(first, second)).toBeCloseTo(rankBiased, 12)
})
