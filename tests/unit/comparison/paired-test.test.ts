/** The paired test at its edges: where exact patterns end and drawn ones begin, and that a drawn p can be repeated. */
import { describe, expect, it } from 'vitest'
import { pairedRandomisation } from '../../../comparison/index.ts'

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
})
