/** Where training starts: the teacher's vector of each piece on its own, centred, weighted by rarity, along the kept axes. */
import { project } from '../../table/principal-axes.ts'
import { TEACHER_DIMS } from './lessons.ts'

// Rows of about .5, some two hundred Adam steps long. Chosen, not measured.
const SCALE = 0.1

/** `pieceVectors`: one for each id; `frequencies`: in how many of `lessonCount` lessons each piece stands. */
export function firstRows(
  pieceVectors: Float32Array,
  frequencies: Int32Array,
  lessonCount: number,
  axes: Float32Array,
): Float32Array {
  const mean = meanRow(pieceVectors)
  const weighted = pieceVectors.slice()
  for (let id = 0; id < frequencies.length; id++) {
    const row = weighted.subarray(id * TEACHER_DIMS, (id + 1) * TEACHER_DIMS)
    for (let axis = 0; axis < TEACHER_DIMS; axis++) row[axis]! -= mean[axis]!
    const inverseFrequency = Math.log((lessonCount + 1) / (frequencies[id]! + 1))
    const scale = (SCALE * inverseFrequency) / (Math.hypot(...row) || 1)
    for (let axis = 0; axis < TEACHER_DIMS; axis++) row[axis]! *= scale
  }
  return project(weighted, TEACHER_DIMS, axes)
}

function meanRow(vectors: Float32Array): Float64Array {
  const mean = new Float64Array(TEACHER_DIMS)
  const rows = vectors.length / TEACHER_DIMS
  for (let at = 0; at < vectors.length; at++) mean[at % TEACHER_DIMS]! += vectors[at]! / rows
  return mean
}
