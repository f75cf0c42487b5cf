/** Tests the int8 matrix and its SIMD kernel against plain float arithmetic. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../core/index.ts'
import { createMatrix } from '../../../index/index.ts'

const WIDTHS = [
  { name: 'a multiple of 16', dims: 256, scanError: 0.002 },
  { name: "MiniLM's", dims: 384, scanError: 0.002 },
  { name: 'not a multiple of 16', dims: 300, scanError: 0.002 },
  { name: 'just over 16', dims: 17, scanError: 0.01 },
  { name: 'under 16', dims: 5, scanError: 0.01 },
]

/** Returns vectors with normally distributed components, like those of embedders: none dominates, and all matter. */
function unitVectors(dims: number, count: number, seed: number): Float32Array[] {
  const random = seededRandom(seed)
  const part = () => random() + random() + random() - 1.5
  return Array.from({ length: count }, () => scaledToOne(Float32Array.from({ length: dims }, part)))
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, part, i) => sum + part * other[i]!, 0)
}

function furthest(found: ArrayLike<number>, expected: readonly number[]): number {
  return Math.max(...expected.map((value, i) => Math.abs(value - found[i]!)))
}

/** Returns a vector of components of equal size, which has the largest sum of products of all vectors of that width. */
function flatVector(dims: number, sign: (at: number) => number): Float32Array {
  return Float32Array.from({ length: dims }, (_, at) => sign(at) / Math.sqrt(dims))
}

describe('the matrix', () => {
  it.each([384, 1_536, 3_072, 4_096])('scores flat vectors of %i dims without an overflow', (dims) => {
    const matrix = createMatrix(dims)
    const rows = [
      flatVector(dims, () => 1),
      flatVector(dims, () => -1),
      flatVector(dims, (at) => (at % 2 === 0 ? 1 : -1)),
      flatVector(dims, (at) => (at < dims / 4 ? -1 : 1)),
    ]
    for (const row of rows) matrix.add(row)
    const scanned = new Float32Array(rows.length)
    for (const query of rows) {
      const expected = rows.map((row) => cosine(row, query))
      matrix.scan(query, scanned)
      expect(furthest(scanned, expected)).toBeLessThan(0.002)
      expect(furthest(matrix.cosines(query, [0, 1, 2, 3]), expected)).toBeLessThan(5e-5)
    }
  })

  it.for(WIDTHS)('scores vectors of a width $name like floats do', ({ dims, scanError }) => {
    const vectors = unitVectors(dims, 60, dims)
    const matrix = createMatrix(dims)
    for (const vector of vectors) matrix.add(vector)
    const all = [...vectors.keys()]
    const scanned = new Float32Array(vectors.length)
    for (const query of vectors.slice(0, 10)) {
      const expected = vectors.map((vector) => cosine(vector, query))
      matrix.scan(query, scanned)
      expect(furthest(scanned, expected)).toBeLessThan(scanError)
      expect(furthest(matrix.cosines(query, all), expected)).toBeLessThan(5e-5)
    }
  })

  it('grows past its first thousand rows without losing any', () => {
    const vectors = unitVectors(20, 40, 1)
    const matrix = createMatrix(20)
    const scanned = new Float32Array(4_000)
    for (let row = 0; row < 4_000; row++) {
      matrix.add(vectors[row % 40]!)
      // A scan stores products after the rows: its leftovers must not leak into later rows.
      if (row % 700 === 0) matrix.scan(vectors[3]!, scanned)
    }
    matrix.scan(vectors[0]!, scanned)
    const expected = Array.from({ length: 4_000 }, (_, row) => cosine(vectors[row % 40]!, vectors[0]!))
    expect(matrix.rows()).toBe(4_000)
    expect(furthest(scanned, expected)).toBeLessThan(0.01)
  })
})

/** Returns the bound stated by `cosines`. */
const boundOf = (dims: number) => 1.6e-5 * Math.sqrt(dims) + 5e-7 * dims

function scaledToOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((part) => part / length)
}

/** Returns a vector with one component of 1 and the others of `part` of a step, where 1 is `steps` steps. */
function spiked(dims: number, steps: number, part: (at: number) => number): Float32Array {
  return scaledToOne(Float32Array.from({ length: dims }, (_, at) => (at === 0 ? 1 : part(at) / steps)))
}

function errorOf(query: Float32Array, row: Float32Array): number {
  const matrix = createMatrix(row.length)
  matrix.add(row)
  return Math.abs(matrix.cosines(query, [0])[0]! - cosine(query, row))
}

describe('the error of a cosine', () => {
  it('keeps its bound for any vectors', () => {
    const steps = fc.constantFrom(127, 254, 127 * 254, 4_095, 4_095 * 8_190)
    const shape = fc.record({
      steps,
      level: fc.nat(200),
      fraction: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    })
    const sign = fc.constantFrom(
      () => 1,
      (at: number) => (at % 2 === 0 ? 1 : -1),
      (at: number) => Math.sin(at),
    )
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 1_024 }), shape, shape, sign, (dims, one, other, signOf) => {
        const [query, row] = [one, other].map((from) =>
          spiked(dims, from.steps, (at) => signOf(at) * (from.level + from.fraction)),
        )
        expect(errorOf(query!, row!)).toBeLessThan(boundOf(dims))
      }),
      { numRuns: 300 },
    )
  })
})
