/**
 * The token vectors of one text in int8: rows of cells with a scale each, padded to the width of the scan. A cosine of two rows is within
 * .005 of float32 (tests/unit/index/packed-tokens.test.ts).
 *
 * Byte format: the scales as float32, then the cells.
 */
import { INT8_MAX, quantise, SIMD_BYTES } from '../../index/vectors/matrix.ts'

export interface PackedTokens {
  readonly rows: number
  /** `rows` times the stride. */
  readonly cells: Int8Array
  /** Size of one step of each row. */
  readonly scales: Float32Array
}

const SCALE_BYTES = 4

/** Returns the cells of a row: its width, rounded up to a multiple of 16. */
export function strideOf(dims: number): number {
  return Math.ceil(dims / SIMD_BYTES) * SIMD_BYTES
}

/** Packs `values`, rows of `dims` numbers. */
export function packTokens(values: Float32Array, dims: number): PackedTokens {
  const rows = values.length / dims
  const stride = strideOf(dims)
  const cells = new Int8Array(rows * stride)
  const scales = new Float32Array(rows)
  const left = new Int8Array(stride)
  for (let row = 0; row < rows; row++) {
    const from = values.subarray(row * dims, (row + 1) * dims)
    scales[row] = quantise(from, cells.subarray(row * stride, (row + 1) * stride), left, INT8_MAX)
  }
  return { rows, cells, scales }
}

export function bytesOfTokens({ scales, cells }: PackedTokens): Uint8Array {
  const bytes = new Uint8Array(scales.byteLength + cells.byteLength)
  bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength))
  bytes.set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength), scales.byteLength)
  return bytes
}

/** Parses packed bytes; null if they are not rows of this width. */
export function tokensOfBytes(bytes: Uint8Array, dims: number): PackedTokens | null {
  const rows = bytes.length / (SCALE_BYTES + strideOf(dims))
  if (!Number.isInteger(rows)) return null
  // Copied to align it for float32: the slice of a Buffer would share its memory.
  const own = new Uint8Array(bytes)
  return {
    rows,
    scales: new Float32Array(own.buffer, 0, rows),
    cells: new Int8Array(own.buffer, rows * SCALE_BYTES),
  }
}
