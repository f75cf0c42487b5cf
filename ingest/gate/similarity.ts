/** Computes with unit-length vectors: cosines, means, quantiles. */
import { dot } from '../../core/index.ts'

// Float32 vectors have some seven digits. Rounding makes a cosine of .2 equal .2, so that a strict limit is strict.
const COSINE_STEPS = 1e6

/** Returns the cosine of two unit vectors, rounded to 6 decimals; 0 if one of them is the zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return Math.round(dot(a, b) * COSINE_STEPS) / COSINE_STEPS
}

/** Returns the unit-length mean of unit vectors; zero if they cancel out. */
export function meanVector(vectors: readonly Float32Array[], dims: number): Float32Array {
  const sum = new Float64Array(dims)
  for (const vector of vectors) for (let index = 0; index < dims; index++) sum[index]! += vector[index]!
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length))
}

/** Returns the first `count` values in an order, without sorting the others. */
export function firstOf<Value>(
  values: readonly Value[],
  count: number,
  order: (a: Value, b: Value) => number,
): Value[] {
  const first: Value[] = []
  for (const value of values) {
    if (first.length === count && order(value, first[count - 1]!) >= 0) continue
    first.push(value)
    first.sort(order)
    first.length = Math.min(first.length, count)
  }
  return first
}

/** Returns the mean of the `count` largest values, or of all if there are fewer; 0 for none. */
export function meanOfLargest(values: readonly number[], count: number): number {
  const largest = firstOf(values, count, (a, b) => b - a)
  return largest.length === 0 ? 0 : largest.reduce((sum, value) => sum + value, 0) / largest.length
}

/** Returns the smallest value that at least the share `rank` of the values does not exceed. Throws if there are no values. */
export function quantile(values: ArrayLike<number>, rank: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('quantile of no values')
  return value
}
