/** A table of word-piece vectors while it is being changed: full precision, its vocabulary beside it. */
import { createWordPieces, type WordPieces } from '../word-pieces.ts'
import { bagOf } from './lessons.ts'

// As the embedder that reads the table from its files.
const MAX_PIECES = 512

export interface FloatTable {
  /** The pieces in the order of their ids, continuations marked by `##`. */
  readonly vocabulary: readonly string[]
  readonly dims: number
  /** `dims` floats for each piece. */
  readonly rows: Float32Array
  /** A piece that stands n times in a text counts n to this power. */
  readonly repeatPower: number
}

/** Unit-length vectors of texts (zero for one without pieces), `dims` floats each, end to end. */
export function tableVectors(
  table: FloatTable,
  texts: readonly string[],
  pieces: WordPieces = createWordPieces(table.vocabulary),
): Float32Array {
  const { rows, dims, repeatPower } = table
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
