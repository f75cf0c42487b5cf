import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBoxes, encodeBoxes } from '../../../corpus/adapters/page-blob.ts'

const SEED = 20_240_614

function largestError(one: Float32Array, other: Float32Array): number {
  expect(one).toHaveLength(other.length)
  return one.reduce((error, side, at) => Math.max(error, Math.abs(side - (other[at] ?? Number.NaN))), 0)
}

describe('character boxes as blobs', () => {
  it('come back within half of 1/20 point, wherever on a page of up to 3,276 points they stand', () => {
    const side = fc.float({ min: -100, max: 3_170, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, side, side), { minLength: 1 }), (drawn) => {
        const boxes = Float32Array.from(drawn.flat())
        expect(largestError(decodeBoxes(encodeBoxes({ boxes: boxes })).boxes, boxes)).toBeLessThanOrEqual(
          0.0252,
        )
      }),
      { seed: SEED },
    )
  })

  it('come back exactly the second time, so that a paper put again is the same', () => {
    const side = fc.float({ min: -1_000, max: 20_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, side, side), { minLength: 1 }), (drawn) => {
        const once = decodeBoxes(encodeBoxes({ boxes: Float32Array.from(drawn.flat()) })).boxes
        expect(decodeBoxes(encodeBoxes({ boxes: once })).boxes).toEqual(once)
      }),
      { seed: SEED },
    )
  })

  it('take a coarser step on a page too large for 1/20 point', () => {
    const boxes = Float32Array.from([0, 0, 12_000, 9_000])
    expect(largestError(decodeBoxes(encodeBoxes({ boxes: boxes })).boxes, boxes)).toBeLessThanOrEqual(0.1)
  })

  it('count a side that is not finite as 0', () => {
    const boxes = Float32Array.from([Number.NaN, 1, Number.POSITIVE_INFINITY, 2])
    expect([...decodeBoxes(encodeBoxes({ boxes: boxes })).boxes]).toEqual([0, 1, 0, 2])
  })
})
