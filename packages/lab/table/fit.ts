/**
 * Fits a table of piece vectors to a teacher, so that the normalised weighted sum of a text's pieces approaches the teacher's vector of the
 * text.
 * Loss of a batch: mean of 1 - cosine, plus `pairWeight` times the mean squared error of all pairwise similarities.
 * Adam (Kingma & Ba 2015), with a state per row that advances only if a batch uses the row.
 */
import type { Lessons } from './lessons.ts'

const BETA_1 = 0.9
const BETA_2 = 0.999
const EPSILON = 1e-8

interface FitSettings {
  readonly learningRate: number
  readonly pairWeight: number
}

export interface Student {
  /** Takes one step on a batch of lesson numbers; returns the mean cosine with the teacher before the step. */
  step(batch: Int32Array, settings: FitSettings): number
}

/** Creates a student, which changes `rows` in place. `narrow`: targets in the student's dims; `lessons.targets` keep all similarities. */
export function createStudent(
  rows: Float32Array,
  dims: number,
  lessons: Lessons,
  narrow: Float32Array,
): Student {
  const first = new Float32Array(rows.length)
  const second = new Float32Array(rows.length)
  const gradient = new Float32Array(rows.length)
  const stepsOfRow = new Int32Array(rows.length / dims)

  function adamStep(row: number, learningRate: number): void {
    const steps = ++stepsOfRow[row]!
    const scale = (learningRate * Math.sqrt(1 - BETA_2 ** steps)) / (1 - BETA_1 ** steps)
    for (let at = row * dims; at < (row + 1) * dims; at++) {
      const slope = gradient[at]!
      const mean = BETA_1 * first[at]! + (1 - BETA_1) * slope
      const square = BETA_2 * second[at]! + (1 - BETA_2) * slope * slope
      first[at] = mean
      second[at] = square
      rows[at]! -= (scale * mean) / (Math.sqrt(square) + EPSILON)
      gradient[at] = 0
    }
  }

  return {
    step(batch, { learningRate, pairWeight }) {
      const { units, norms } = unitSums(rows, dims, lessons, batch)
      const slopes = pairSlopes(units, lessons, batch, pairWeight)
      let cosines = 0
      for (let i = 0; i < batch.length; i++) {
        const target = batch[i]! * dims
        for (let axis = 0; axis < dims; axis++) {
          cosines += units[i * dims + axis]! * narrow[target + axis]!
          slopes[i * dims + axis]! -= narrow[target + axis]! / batch.length
        }
      }
      throughNormalisation(slopes, units, norms, dims)
      const touched = scatter(slopes, gradient, dims, lessons, batch)
      for (const row of touched) adamStep(row, learningRate)
      return cosines / batch.length
    },
  }
}

/** Returns the normalised sums of the batch's bags, and their lengths before. */
function unitSums(rows: Float32Array, dims: number, lessons: Lessons, batch: Int32Array) {
  const units = new Float32Array(batch.length * dims)
  const norms = new Float32Array(batch.length)
  for (let i = 0; i < batch.length; i++) {
    const unit = units.subarray(i * dims, (i + 1) * dims)
    for (let at = lessons.starts[batch[i]!]!; at < lessons.starts[batch[i]! + 1]!; at++) {
      const id = lessons.ids[at]!
      addScaled(unit, rows.subarray(id * dims, (id + 1) * dims), lessons.weights[at]!)
    }
    const length = Math.sqrt(dot(unit, unit)) || 1
    norms[i] = length
    for (let axis = 0; axis < dims; axis++) unit[axis]! /= length
  }
  return { units, norms }
}

/** Returns the gradient of the pairwise term for the unit vectors: 4 w / B^2 x (student's - teacher's similarities) x units. */
function pairSlopes(
  units: Float32Array,
  lessons: Lessons,
  batch: Int32Array,
  pairWeight: number,
): Float32Array {
  const size = batch.length
  const dims = units.length / size
  const wide = lessons.dims
  const slopes = new Float32Array(units.length)
  const factor = (4 * pairWeight) / (size * size)
  for (let i = 0; i < size; i++) {
    const a = units.subarray(i * dims, (i + 1) * dims)
    const slopesOfA = slopes.subarray(i * dims, (i + 1) * dims)
    const targetOfA = lessons.targets.subarray(batch[i]! * wide, (batch[i]! + 1) * wide)
    for (let j = 0; j < i; j++) {
      const b = units.subarray(j * dims, (j + 1) * dims)
      const targetOfB = lessons.targets.subarray(batch[j]! * wide, (batch[j]! + 1) * wide)
      const error = factor * (dot(a, b) - dot(targetOfA, targetOfB))
      addScaled(slopesOfA, b, error)
      addScaled(slopes.subarray(j * dims, (j + 1) * dims), a, error)
    }
  }
  return slopes
}

function throughNormalisation(
  slopes: Float32Array,
  units: Float32Array,
  norms: Float32Array,
  dims: number,
): void {
  for (let i = 0; i < norms.length; i++) {
    const slope = slopes.subarray(i * dims, (i + 1) * dims)
    const unit = units.subarray(i * dims, (i + 1) * dims)
    const along = dot(slope, unit)
    for (let axis = 0; axis < dims; axis++) slope[axis] = (slope[axis]! - along * unit[axis]!) / norms[i]!
  }
}

/** Adds each text's slope to the gradients of its rows; returns the rows used. */
function scatter(
  slopes: Float32Array,
  gradient: Float32Array,
  dims: number,
  lessons: Lessons,
  batch: Int32Array,
): Set<number> {
  const touched = new Set<number>()
  for (let i = 0; i < batch.length; i++) {
    const slope = slopes.subarray(i * dims, (i + 1) * dims)
    for (let at = lessons.starts[batch[i]!]!; at < lessons.starts[batch[i]! + 1]!; at++) {
      const id = lessons.ids[at]!
      touched.add(id)
      addScaled(gradient.subarray(id * dims, (id + 1) * dims), slope, lessons.weights[at]!)
    }
  }
  return touched
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function addScaled(into: Float32Array, from: Float32Array, scale: number): void {
  for (let i = 0; i < into.length; i++) into[i]! += scale * from[i]!
}
