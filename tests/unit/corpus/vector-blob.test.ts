import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
