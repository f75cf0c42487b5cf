/** Maps the teacher's vectors into the space of a table, so that rows that learn and rows that do not stay comparable. */
import { principalAxes } from './principal-axes.ts'

// Below this share of the largest singular value a direction is noise. Chosen, not measured.
const MIN_SINGULAR_SHARE = 1e-4

/**
 * Applies the orthonormal map that brings `teacher` (`teacherDims` floats per text) nearest to `student` (`dims` floats for the same
 * texts): the orthogonal Procrustes solution U V' of teacher' x student (Schönemann 1966), for any width of the teacher. Returns the mapped
 * vectors, scaled to unit length.
 */
export function alignTeacher(
  teacher: Float32Array,
  teacherDims: number,
  student: Float32Array,
  dims: number,
): Float32Array {
  const map = procrustes(crossMoments(teacher, teacherDims, student, dims), dims)
  const aligned = multiply(teacher, teacherDims, map, dims)
  for (let at = 0; at < aligned.length; at += dims) {
    const vector = aligned.subarray(at, at + dims)
    const length = lengthOf(vector)
    if (length > 0) for (let axis = 0; axis < dims; axis++) vector[axis]! /= length
  }
  return aligned
}

/** Returns teacher' x student: `teacherDims` rows of `dims`. */
function crossMoments(
  teacher: Float32Array,
  teacherDims: number,
  student: Float32Array,
  dims: number,
): Float32Array {
  const moments = new Float32Array(teacherDims * dims)
  for (let text = 0; text < teacher.length / teacherDims; text++)
    for (let a = 0; a < teacherDims; a++) {
      const value = teacher[text * teacherDims + a]!
      const row = a * dims
      const from = text * dims
      for (let b = 0; b < dims; b++) moments[row + b]! += value * student[from + b]!
    }
  return moments
}

/** Returns U V' of `moments` = U S V', by the axes of the narrower side. */
function procrustes(moments: Float32Array, dims: number): Float32Array {
  const height = moments.length / dims
  if (height >= dims) return byRightVectors(moments, dims)
  return transposed(byRightVectors(transposed(moments, dims), height), height)
}

function transposed(matrix: Float32Array, width: number): Float32Array {
  const height = matrix.length / width
  return Float32Array.from(matrix, (_, at) => matrix[(at % height) * width + Math.floor(at / height)]!)
}

/** Decomposes: the right vectors are the principal axes of the rows; the left ones follow from them. */
function byRightVectors(moments: Float32Array, dims: number): Float32Array {
  const rightAxes = principalAxes(moments, dims, dims)
  const height = moments.length / dims
  const map = new Float32Array(moments.length)
  let largest = 0
  for (let k = 0; k < dims; k++) {
    const right = rightAxes.subarray(k * dims, (k + 1) * dims)
    const left = new Float32Array(height)
    for (let row = 0; row < height; row++)
      for (let axis = 0; axis < dims; axis++) left[row]! += moments[row * dims + axis]! * right[axis]!
    const singular = lengthOf(left)
    largest = Math.max(largest, singular)
    if (singular <= MIN_SINGULAR_SHARE * largest) break
    for (let row = 0; row < height; row++)
      for (let axis = 0; axis < dims; axis++)
        map[row * dims + axis]! += (left[row]! / singular) * right[axis]!
  }
  return map
}

/** Multiplies rows of `width` floats by `width` rows of `dims`. */
function multiply(rows: Float32Array, width: number, map: Float32Array, dims: number): Float32Array {
  const count = rows.length / width
  const product = new Float32Array(count * dims)
  for (let row = 0; row < count; row++)
    for (let k = 0; k < width; k++) {
      const value = rows[row * width + k]!
      for (let axis = 0; axis < dims; axis++) product[row * dims + axis]! += value * map[k * dims + axis]!
    }
  return product
}

function lengthOf(vector: Float32Array): number {
  let squares = 0
  for (const value of vector) squares += value * value
  return Math.sqrt(squares)
}
