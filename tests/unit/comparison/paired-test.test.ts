/** The paired test at its edges: where exact patterns end and drawn ones begin, and that a drawn p can be repeated. */
import { describe, expect, it } from 'vitest'
import { holmAdjusted, pairedRandomisation } from '../../../comparison/paired-test.ts'

const zeros = (count: number) => new Array<number>(count).fill(0)

describe('all patterns are tried where they are no more than the permutations', () => {
  // Sums of ±3 ±1 ±2 that are 4 or more: 6, 4, and both mirrored.
  const [first, second] = [
    [4, 1, 3],
    [1, 2, 1],
  ] as const

  it('at the limit', () => {
    expect(pairedRandomisation(first, second, { permutations: 8 })).toBe(0.5)
    // Six that are drawn give sevenths.
    const drawn = pairedRandomisation(first, second, { permutations: 6 })
    expect(drawn * 7).toBeCloseTo(Math.round(drawn * 7), 12)
  })

  it('questions without a difference make no patterns', () => {
    expect(
      pairedRandomisation([...first, ...zeros(20)], [...second, ...zeros(20)], { permutations: 8 }),
    ).toBe(0.5)
  })

  it('however small the differences are', () => {
    const small = (values: readonly number[]) => values.map((value) => value * 1e-7)
    expect(pairedRandomisation(small(first), small(second))).toBe(0.5)
  })

  it('and a sum that differs in its last bits only is as extreme', () => {
    // In doubles .1 + .2 + .3 is more than .3 + .2 + .1.
    expect(pairedRandomisation([0.1, 0.2, 0.3], zeros(3))).toBe(2 / 8)
    expect(pairedRandomisation([0.3, 0.2, 0.1], zeros(3))).toBe(2 / 8)
  })
})

describe('drawn patterns', () => {
  it('count themselves: the least p is one of all and the one observed', () => {
    const better = new Array<number>(60).fill(1)
    expect(pairedRandomisation(better, zeros(60), { permutations: 99 })).toBe(1 / 100)
    expect(pairedRandomisation(better, zeros(60))).toBe(1 / 10_001)
  })

  it('are all as extreme as no difference', () => {
    expect(pairedRandomisation([1, 0], [0, 1], { permutations: 3 })).toBe(1)
  })

  it('toss a coin for each question, also beyond the bits of a number', () => {
    // Of 70 questions only two weigh: in half of the patterns they have one sign.
    for (const places of [
      [0, 1],
      [31, 32],
      [32, 65],
      [33, 66],
      [0, 32],
      [0, 64],
    ]) {
      const differences = Array.from({ length: 70 }, (_, at) => (places.includes(at) ? 1_000 : 1e-9))
      const p = pairedRandomisation(differences, zeros(70), { permutations: 2_000 })
      expect(p).toBeGreaterThan(0.45)
      expect(p).toBeLessThan(0.55)
    }
  })

  it('are the same for a seed, so that a figure can be repeated', () => {
    const first = Array.from({ length: 40 }, (_, at) => ((at * 7) % 11) / 11)
    const second = Array.from({ length: 40 }, (_, at) => ((at * 5) % 13) / 13)
    const repeated = 8_846 / 10_001
    expect(pairedRandomisation(first, second)).toBe(repeated)
    expect(pairedRandomisation(first, second, { seed: 20_070_906 })).toBe(repeated)
    expect(pairedRandomisation(first, second, { seed: 1 })).not.toBe(repeated)
  })
})

it("Holm's correction keeps equal values equal, in the order given", () => {
  expect(holmAdjusted([0.02, 0.01, 0.02])).toEqual([0.04, 0.03, 0.04])
  expect(holmAdjusted([0.5, 0.4, 0.01])).toEqual([0.8, 0.8, 0.03])
})
