/** Computes vectors of texts with a full-precision table while it is being trained. */
import type { FloatTable } from '../../../models/adapters/static-embedder.ts'
import { createWordPieces } from '../../../models/index.ts'
import { bagOf } from './lessons.ts'

// The same as in the embedder that reads the table from its files.
const MAX_PIECES = 512

/** Returns unit-length vectors of texts (zero for one without pieces), `dims` floats each, concatenated. */
export function tableVectors(table: FloatTable, texts: readonly string[]): Float32Array {
  const { rows, dims, repeatPower, vocabulary } = table
  const pieces = createWordPieces(vocabulary)
  const vectors = new Float32Array(texts.length * dims)
  texts.forEach((text, i) => {
    const { ids, weights } = bagOf(text, pieces, repeatPower, MAX_PIECES)
    const sum = vectors.subarray(i * dims, (i + 1) * dims)
    ids.forEach((id, at) => {
      for (let axis = 0; axis < dims; axis++) sum[axis]! += weights[at]! * rows[id * dims + axis]!
    })
    scaleToUnit(sum)
  })
  return vectors
}

function scaleToUnit(vector: Float32Array): void {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return
  const inverse = 1 / Math.sqrt(squares)
  for (let axis = 0; axis < vector.length; axis++) vector[axis]! *= inverse
}
