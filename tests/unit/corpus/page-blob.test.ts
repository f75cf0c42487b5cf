import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBoxes, encodeBoxes } from '../../../corpus/adapters/page-blob.ts'

const SEED = 20_240_614

/** Lines of characters 5 points apart, as typesetting leaves them. */
function typesetBoxes(characters: number): Float32Array {
  const boxes = new Float32Array(characters * 4)
  for (let at = 0; at < characters; at++) {
    const left = 72 + (at % 90) * 5.013
    const top = 72 + Math.floor(at / 90) * 11.955
    boxes.set([left, top, left + 3.1 + (at % 7) * 0.41, top + 9.963], at * 4)
  }
  return boxes
}

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
        expect(largestError(decodeBoxes(encodeBoxes(boxes)), boxes)).toBeLessThanOrEqual(0.0252)
      }),
      { seed: SEED },
    )
  })

  it('come back exactly the second time, so that a paper put again is the same', () => {
    const side = fc.float({ min: -1_000, max: 20_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, side, side), { minLength: 1 }), (drawn) => {
        const once = decodeBoxes(encodeBoxes(Float32Array.from(drawn.flat())))
        expect(decodeBoxes(encodeBoxes(once))).toEqual(once)
      }),
      { seed: SEED },
    )
  })

  it('take a coarser step on a page too large for 1/20 point', () => {
    const boxes = Float32Array.from([0, 0, 12_000, 9_000])
    expect(largestError(decodeBoxes(encodeBoxes(boxes)), boxes)).toBeLessThanOrEqual(0.1)
  })

  it('take at most a sixth of the floats for typeset text', () => {
    const boxes = typesetBoxes(4_000)
    expect(encodeBoxes(boxes)?.length).toBeLessThan(boxes.byteLength / 6)
  })

  it('count a side that is not finite as 0', () => {
    const boxes = Float32Array.from([Number.NaN, 1, Number.POSITIVE_INFINITY, 2])
    expect([...decodeBoxes(encodeBoxes(boxes))]).toEqual([0, 1, 0, 2])
  })

  it('are nothing at all for a page without a layout', () => {
    expect(encodeBoxes(new Float32Array(0))).toBeNull()
    expect(decodeBoxes(null)).toHaveLength(0)
  })

  it('are refused where a box has lost a side', () => {
    expect(() => encodeBoxes(new Float32Array(5))).toThrow(RangeError)
  })
})
