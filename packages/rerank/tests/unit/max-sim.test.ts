import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../core/index.ts'
import { createMaxSim, packTokens } from '../../index.ts'

/** Returns random rows of unit length, from a seed. */
function rowsOf(count: number, dims: number, seed: number): Float32Array {
  const random = seededRandom(seed)
  const values = Float32Array.from({ length: count * dims }, () => random() - 0.5)
  for (let at = 0; at < values.length; at += dims) {
    const row = values.subarray(at, at + dims)
    const length = Math.hypot(...row)
    for (let axis = 0; axis < dims; axis++) row[axis]! /= length
  }
  return values
}

/** Computes equation 3 of the paper in floating point, as the mean. */
function maxSimByHand(question: Float32Array, text: Float32Array, dims: number): number {
  let sum = 0
  for (let asked = 0; asked < question.length; asked += dims) {
    let best = Number.NEGATIVE_INFINITY
    for (let row = 0; row < text.length; row += dims) {
      let product = 0
      for (let axis = 0; axis < dims; axis++) product += question[asked + axis]! * text[row + axis]!
      best = Math.max(best, product)
    }
    sum += best
  }
  return sum / (question.length / dims)
}

describe('late interaction', () => {
  test('is the mean of the best cosines, within what int8 rounds, for any width and number of rows', () => {
    const sizes = fc.record({
      dims: fc.constantFrom(8, 16, 20, 96, 384),
      asked: fc.integer({ min: 1, max: 6 }),
      rows: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      seed: fc.nat(1_000),
    })
    fc.assert(
      fc.property(sizes, ({ dims, asked, rows, seed }) => {
        const question = rowsOf(asked, dims, seed)
        const texts = rows.map((count, at) => rowsOf(count, dims, seed + 1 + at))
        const packed = texts.map((values) => packTokens(values, dims))
        const scores = createMaxSim(dims).score(question, packed)
        for (const [at, text] of texts.entries())
          expect(Math.abs(scores[at]! - maxSimByHand(question, text, dims))).toBeLessThan(0.005)
      }),
      { numRuns: 40 },
    )
  })

  test('a text without pieces and a question without pieces have 0', () => {
    const nothing = packTokens(new Float32Array(0), 16)
    const text = packTokens(rowsOf(2, 16, 1), 16)
    const maxSim = createMaxSim(16)
    const [empty, full] = maxSim.score(rowsOf(1, 16, 2), [nothing, text])
    expect([empty, full === 0]).toEqual([0, false])
    expect([...maxSim.score(new Float32Array(0), [text])]).toEqual([0])
    expect([...maxSim.score(rowsOf(1, 16, 2), [])]).toEqual([])
  })
})
