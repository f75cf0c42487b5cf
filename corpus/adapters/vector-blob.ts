/**
 * Encodes vectors as little-endian f16, without a header. Rounding changes a unit vector's length by up to
 * 2^-11, so the length is restored on reading. The zero vector (of an empty text) stays zero.
 */
import { endianness } from 'node:os'

const F16_BYTES = 2

if (endianness() !== 'LE') throw new Error('Gloss keeps vectors as the machine does and needs little-endian')

export function encodeVector(values: Float32Array): Buffer {
  return Buffer.from(new Float16Array(values).buffer)
}

export function decodeVector(blob: Uint8Array): Float32Array {
  const values = storedVector(blob)
  const length = vectorLength(values)
  if (length === 0) return values
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) / length
  return values
}

/** Returns the values as stored, before their length is restored. */
export function storedVector(blob: Uint8Array): Float32Array {
  // A Buffer's own `slice` would be a view of the same bytes.
  const aligned = blob.byteOffset % F16_BYTES === 0 ? blob : new Uint8Array(blob)
  return new Float32Array(
    new Float16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / F16_BYTES),
  )
}

export function vectorLength(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return Math.sqrt(sum)
}
