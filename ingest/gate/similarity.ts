/** Arithmetic on unit-length vectors: cosines, means, quantiles. */

// Float32 vectors carry some seven digits. Rounding makes a cosine of .2 equal .2, so that a strict limit is strict.
const COSINE_STEPS = 1e6

/** Cosine of two unit vectors, rounded to 6 decimals; 0 where one of them is the zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  for (let index = 0; index < a.length; index++) dot += a[index]! * b[index]!
  return Math.round(dot * COSINE_STEPS) / COSINE_STEPS
}

/** Returns the unit-length mean of unit vectors; zero where they cancel out. */
export function meanVector(vectors: readonly Float32Array[], dims: number): Float32Array {
  const sum = new Float64Array(dims)
  for (const vector of vectors) for (let index = 0; index < dims; index++) sum[index]! += vector[index]!
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length))
}

/** Mean of the `count` largest values, or of all where there are fewer; 0 of none. */
export function meanOfLargest(values: readonly number[], count: number): number {
  // Sorting all of them took most of the time that opening a gate took.
  const largest: number[] = []
  for (const value of values) {
    if (largest.length === count && value <= largest[count - 1]!) continue
    largest.push(value)
    largest.sort((a, b) => b - a)
    largest.length = Math.min(largest.length, count)
  }
  return largest.length === 0 ? 0 : largest.reduce((sum, value) => sum + value, 0) / largest.length
}

/** Returns the smallest value that at least the share `rank` of the values does not exceed. Throws on none. */
export function quantile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('quantile of no values')
  return value
}
