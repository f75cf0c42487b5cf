/** Assigns words to classes by their vectors in the bundled table: k-means over the directions of its pieces. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../../../core/index.ts'

const ROUNDS = 12

/** Returns the class of each piece of the table, from 1; 0 for single characters and marks. */
export function wordClasses(tableFolder: string, count: number): Uint8Array {
  const pieces = readFileSync(join(tableFolder, 'vocabulary.txt'), 'utf8').trimEnd().split('\n')
  const table = new Int8Array(readFileSync(join(tableFolder, 'table.i8')))
  const dims = table.length / pieces.length
  const rows = pieces.flatMap((piece, row) => (piece.length > 1 && !piece.startsWith('[') ? [row] : []))
  const vectors = rows.map((row) => unit(Float32Array.from(table.subarray(row * dims, (row + 1) * dims))))
  const random = seededRandom(1)
  let centres = Array.from({ length: count }, () => vectors[Math.floor(random() * vectors.length)]!)
  let nearest = new Uint8Array(vectors.length)
  for (let round = 0; round < ROUNDS; round++) {
    nearest = Uint8Array.from(vectors, (vector) => nearestOf(vector, centres))
    const sums = centres.map(() => new Float32Array(dims))
    for (const [at, vector] of vectors.entries())
      for (let i = 0; i < dims; i++) sums[nearest[at]!]![i]! += vector[i]!
    centres = sums.map((sum, at) => (sum.some((value) => value !== 0) ? unit(sum) : centres[at]!))
  }
  const classes = new Uint8Array(pieces.length)
  for (const [at, row] of rows.entries()) classes[row] = nearest[at]! + 1
  return classes
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function nearestOf(vector: Float32Array, centres: readonly Float32Array[]): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (const [at, centre] of centres.entries()) {
    let sum = 0
    for (let i = 0; i < vector.length; i++) sum += vector[i]! * centre[i]!
    if (sum > most) [best, most] = [at, sum]
  }
  return best
}
