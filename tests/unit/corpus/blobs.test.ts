/** Tests what vectors and the boxes of characters lose when they are stored. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBoxes, encodeBoxes } from '../../../corpus/adapters/page-blob.ts'
import {
  decodeVector,
  encodeVector,
  storedVector,
  vectorLength,
} from '../../../corpus/adapters/vector-blob.ts'

const SEED = 20_240_615
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .map((values) => Float32Array.from(values))
  .filter((values) => vectorLength(values) > 0.1)
  .map((values) => values.map((value) => value / vectorLength(values)))

describe('vectors as blobs', () => {
  it('come back of unit length, with their direction', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const read = decodeVector(encodeVector(values))
        expect(vectorLength(read)).toBeCloseTo(1, 6)
        const cosine = read.reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0)
        expect(cosine).toBeGreaterThan(1 - 1e-6)
      }),
      { seed: SEED },
    )
  })

  it('are stored within the tolerance that verify allows', () => {
    fc.assert(
      fc.property(vector, (values) => {
        expect(Math.abs(vectorLength(storedVector(encodeVector(values))) - 1)).toBeLessThan(2 ** -11)
      }),
      { seed: SEED },
    )
  })

  it('are read from any place in a buffer', () => {
    const blob = encodeVector(Float32Array.from([0.6, 0.8]))
    const shifted = Buffer.concat([Buffer.alloc(1), blob]).subarray(1)
    expect(decodeVector(shifted)).toEqual(decodeVector(blob))
  })
})

const stored = (boxes: Float32Array) => decodeBoxes(encodeBoxes({ boxes })).boxes
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
        expect(largestError(stored(boxes), boxes)).toBeLessThanOrEqual(0.0252)
      }),
      { seed: SEED },
    )
  })

  it('come back exactly the second time, so that a paper put again is the same', () => {
    const side = fc.float({ min: -1_000, max: 20_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, side, side), { minLength: 1 }), (drawn) => {
        const once = stored(Float32Array.from(drawn.flat()))
        expect(stored(once)).toEqual(once)
      }),
      { seed: SEED },
    )
  })

  it('take a coarser step on a page too large for 1/20 point', () => {
    const boxes = Float32Array.from([0, 0, 12_000, 9_000])
    expect(largestError(stored(boxes), boxes)).toBeLessThanOrEqual(0.1)
  })

  it('count a side that is not finite as 0', () => {
    const boxes = Float32Array.from([Number.NaN, 1, Number.POSITIVE_INFINITY, 2])
    expect([...stored(boxes)]).toEqual([0, 1, 0, 2])
  })
})
