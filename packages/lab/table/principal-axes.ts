/** Computes principal axes of vectors about the origin: the directions that hold most of their length. */

/** Returns `keep` orthonormal axes, strongest first, `keep` x `dims`, by Jacobi rotations of the second-moment matrix. */
export function principalAxes(vectors: Float32Array, dims: number, keep: number): Float32Array {
  const matrix = secondMoments(vectors, dims)
  const axes = identity(dims)
  for (let sweep = 0; sweep < 12; sweep++) if (rotateAll(matrix, axes, dims) === 0) break
  const order = Array.from({ length: dims }, (_, i) => i).sort(
    (a, b) => matrix[b * dims + b]! - matrix[a * dims + a]!,
  )
  const kept = new Float32Array(keep * dims)
  for (let k = 0; k < keep; k++)
    for (let row = 0; row < dims; row++) kept[k * dims + row] = axes[row * dims + order[k]!]!
  return kept
}

function secondMoments(vectors: Float32Array, dims: number): Float64Array {
  const matrix = new Float64Array(dims * dims)
  for (let at = 0; at < vectors.length; at += dims)
    for (let a = 0; a < dims; a++) {
      const value = vectors[at + a]!
      for (let b = a; b < dims; b++) matrix[a * dims + b]! += value * vectors[at + b]!
    }
  for (let a = 0; a < dims; a++) for (let b = 0; b < a; b++) matrix[a * dims + b] = matrix[b * dims + a]!
  return matrix
}

function identity(dims: number): Float64Array {
  const matrix = new Float64Array(dims * dims)
  for (let i = 0; i < dims; i++) matrix[i * dims + i] = 1
  return matrix
}

/** Makes one sweep over all pairs; returns how many were rotated. */
function rotateAll(matrix: Float64Array, axes: Float64Array, dims: number): number {
  let rotations = 0
  for (let p = 0; p < dims; p++)
    for (let q = p + 1; q < dims; q++) {
      const off = matrix[p * dims + q]!
      const pp = matrix[p * dims + p]!
      const qq = matrix[q * dims + q]!
      if (Math.abs(off) <= 1e-9 * Math.sqrt(Math.abs(pp * qq))) continue
      const theta = (qq - pp) / (2 * off)
      const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1))
      const cosine = 1 / Math.hypot(tangent, 1)
      rotate(matrix, { from: p, to: q, stride: dims, step: 1, cosine, sine: tangent * cosine, dims })
      rotate(matrix, { from: p, to: q, stride: 1, step: dims, cosine, sine: tangent * cosine, dims })
      rotate(axes, { from: p, to: q, stride: 1, step: dims, cosine, sine: tangent * cosine, dims })
      rotations++
    }
  return rotations
}

interface Rotation {
  readonly from: number
  readonly to: number
  readonly stride: number
  readonly step: number
  readonly cosine: number
  readonly sine: number
  readonly dims: number
}

function rotate(matrix: Float64Array, { from, to, stride, step, cosine, sine, dims }: Rotation): void {
  for (let i = 0; i < dims; i++) {
    const p = from * stride + i * step
    const q = to * stride + i * step
    const a = matrix[p]!
    const b = matrix[q]!
    matrix[p] = cosine * a - sine * b
    matrix[q] = sine * a + cosine * b
  }
}
