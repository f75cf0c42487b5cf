/** Intervals and tests against values worked out by hand, against what they promise on made samples, and by their laws. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrapInterval, bootstrapIntervals } from '../../../comparison/bootstrap.ts'
import { mean } from '../../../comparison/index.ts'
import { holmAdjusted, pairedRandomisation } from '../../../comparison/paired-test.ts'
import { seededRandom } from '../../../core/index.ts'

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
const pairedShares = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((pairs) => [pairs.map(([first]) => first / 8), pairs.map(([, second]) => second / 8)] as const)
const fewResamples = { resamples: 200 }

describe('the bootstrap interval', () => {
  it('of 400 coin tosses is near the normal one, .5 ± .049', () => {
    const tosses = Array.from({ length: 400 }, (_, i) => i % 2)
    const [low, high] = bootstrapInterval(tosses)
    expect(low).toBeCloseTo(0.451, 2)
    expect(high).toBeCloseTo(0.549, 2)
  })

  it('holds the true mean in about 95 of 100 samples', () => {
    const next = seededRandom(7)
    const held = Array.from({ length: 400 }, () => {
      const [low, high] = bootstrapInterval(Array.from({ length: 60 }, next), { resamples: 400 })
      return low <= 0.5 && 0.5 <= high ? 1 : 0
    })
    expect(mean(held)).toBeGreaterThan(0.91)
    expect(mean(held)).toBeLessThan(0.98)
  })

  it('is the same for every call, and the same for a series alone or among others', () => {
    fc.assert(
      fc.property(shares, (values) => {
        const [alone] = bootstrapIntervals([values], fewResamples)
        const [first, second] = bootstrapIntervals([values, values.map((value) => 1 - value)], fewResamples)
        expect(first).toEqual(alone)
        expect(second?.[0]).toBeLessThanOrEqual(second?.[1] ?? -1)
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

  it('is what the same draws come to when they are added one by one', () => {
    const values = [0.1, 0.35, 0.2, 0.9, 0.55, 0.7, 0.05]
    const random = seededRandom(20_070_906)
    const means = Array.from({ length: 2_000 }, () =>
      mean(values.map(() => values[Math.floor(random() * values.length)]!)),
    ).sort((one, other) => one - other)
    // By the nearest rank: 2.5 % and 97.5 % of 2,000 are the 50th and the 1,950th.
    const [low, high] = bootstrapInterval(values)
    expect(low).toBeCloseTo(means[49]!, 12)
    expect(high).toBeCloseTo(means[1_949]!, 12)
    const [least, most] = bootstrapInterval(values, { level: 1 })
    expect(least).toBeCloseTo(means[0]!, 12)
    expect(most).toBeCloseTo(means[1_999]!, 12)
  })

  it('of nothing is not a number; series of different lengths are refused', () => {
    expect(bootstrapInterval([])).toEqual([Number.NaN, Number.NaN])
    expect(bootstrapIntervals([])).toEqual([])
    expect(bootstrapInterval([0.3])).toEqual([0.3, 0.3])
    expect(() => bootstrapIntervals([[1], [1, 2]])).toThrow(RangeError)
  })
})

describe('the paired randomisation test', () => {
  const EXACT = [
    // One of 2^5 patterns is as large, and its mirror image.
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

  it('drawn patterns come near to all patterns', () => {
    const next = seededRandom(3)
    const first = Array.from({ length: 13 }, () => next() + 0.15)
    const second = Array.from({ length: 13 }, next)
    const exact = pairedRandomisation(first, second, { permutations: 10_000 })
    const drawn = pairedRandomisation(first, second, { permutations: 8_000 })
    expect(Math.abs(exact - drawn)).toBeLessThan(0.015)
    expect(drawn).not.toBe(exact)
  })

  it('calls equal backends different in about 5 of 100 samples, and finds a real difference', () => {
    const next = seededRandom(11)
    const sample = (gain: number) => {
      const first = Array.from({ length: 50 }, () => next() + gain)
      const second = Array.from({ length: 50 }, next)
      return pairedRandomisation(first, second, { permutations: 1_000 }) < 0.05 ? 1 : 0
    }
    const falseFindings = mean(Array.from({ length: 400 }, () => sample(0)))
    expect(falseFindings).toBeGreaterThan(0.02)
    expect(falseFindings).toBeLessThan(0.08)
    expect(mean(Array.from({ length: 100 }, () => sample(0.3)))).toBeGreaterThan(0.95)
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

  it('refuses series of different lengths', () => {
    expect(() => pairedRandomisation([1], [1, 2])).toThrow(RangeError)
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

  it('keeps the order of the values, raises each, and none above Bonferroni', () => {
    fc.assert(
      fc.property(shares, (values) => {
        const adjusted = holmAdjusted(values)
        for (const [i, value] of values.entries()) {
          expect(adjusted[i]).toBeGreaterThanOrEqual(value)
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, value * values.length))
          for (const [j, other] of values.entries())
            if (value < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!)
        }
      }),
    )
  })
})
