/**
 * Makes the table of the static embedder from the teacher's vectors and measures it.
 * Usage: node packages/lab/research/static-embedder/train.ts LESSON_FOLDER[,LESSON_FOLDER…] [--out models/static] [--data FOLDER] [--leave-out SET]
 * The first folder also holds `pieces.f32` of teach-pieces.ts. Writes `table.i8`, `scales.f32` and `manifest.json` beside `vocabulary.txt`.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shuffle } from '../../../../core/random.ts'
import { createWordPieces } from '../../../../models/word-pieces.ts'
import { createStudent, type Student, unitSums } from '../../table/fit.ts'
import type { Lessons } from '../../table/lessons.ts'
import { principalAxes, project } from '../../table/principal-axes.ts'
import { writeTable } from '../../table/quantise.ts'
import { planBatches } from '../../table/related-batches.ts'
import { firstRows } from './first-rows.ts'
import { documentFrequencies, readFloats, readLessons, TEACHER_DIMS } from './lessons.ts'
import { measureTable } from './measure-table.ts'

const RECIPE = {
  dims: 256,
  // docs/decisions/static-embedder.md holds what else was tried.
  kinds: ['title', 'sentence', 'run', 'passage'] as const,
  // Learned with every repeat counted, used with repeats damped: better on three sets of four than damped in both.
  lessonRepeatPower: 1,
  repeatPower: 0.8,
  epochs: 3,
  batchSize: 256,
  groupSize: 64,
  learningRate: 2e-3,
  pairWeight: 4,
  seed: 1,
}
const HELD_OUT_LESSONS = 800
// The moments of the teacher's vectors settle long before all of them are read.
const LESSONS_FOR_AXES = 20_000
// The learning rate falls to this share of itself along a straight line.
const LAST_RATE_SHARE = 0.02
const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(ROOT, 'models', 'static') },
    data: { type: 'string', default: join(ROOT, '..', 'shared', 'data') },
    'leave-out': { type: 'string', multiple: true, default: [] },
  },
})
const folders = positionals[0]?.split(',') ?? []
if (folders.length === 0) {
  console.error(
    'usage: train.ts LESSON_FOLDER[,LESSON_FOLDER…] [--out FOLDER] [--data FOLDER] [--leave-out SET]',
  )
  process.exit(2)
}

const vocabularyPath = join(ROOT, 'models', 'static', 'vocabulary.txt')
const pieces = createWordPieces(readFileSync(vocabularyPath, 'utf8').trimEnd().split('\n'))
const lessons = readLessons(folders, pieces, {
  kinds: RECIPE.kinds,
  repeatPower: RECIPE.lessonRepeatPower,
  leaveOut: values['leave-out'],
})
const frequencies = documentFrequencies(lessons, pieces.size)
const unseen = frequencies.filter((frequency) => frequency === 0).length
console.log(`${lessons.count} lessons; ${unseen} of ${pieces.size} pieces stand in none`)

const axes = principalAxes(
  lessons.targets.subarray(0, LESSONS_FOR_AXES * TEACHER_DIMS),
  TEACHER_DIMS,
  RECIPE.dims,
)
const narrow = normalised(project(lessons.targets, TEACHER_DIMS, axes), RECIPE.dims)
const pieceVectors = readFloats(join(folders[0]!, 'pieces.f32'))
const rows = firstRows(pieceVectors, frequencies, lessons.count, axes)
const student = createStudent(rows, RECIPE.dims, lessons, narrow)
const order = shuffle(
  Array.from({ length: lessons.count }, (_, i) => i),
  RECIPE.seed,
)
const heldOut = Int32Array.from(order.slice(0, HELD_OUT_LESSONS))
train(student, order.slice(HELD_OUT_LESSONS))
const heldOutCosine = meanCosine(rows, lessons, heldOut)

mkdirSync(values.out, { recursive: true })
if (!existsSync(join(values.out, 'vocabulary.txt')))
  copyFileSync(vocabularyPath, join(values.out, 'vocabulary.txt'))
writeTable(values.out, rows, RECIPE.dims)
const manifest = {
  id: `static-1-${RECIPE.dims}`,
  dims: RECIPE.dims,
  pieces: pieces.size,
  repeatPower: RECIPE.repeatPower,
  teacher: folders.map((folder) => readFileSync(join(folder, 'READY'), 'utf8').trim()),
  vocabulary: 'that of all-MiniLM-L6-v2, Apache-2.0',
  recipe: { ...RECIPE, lessons: lessons.count, unseenPieces: unseen, leaveOut: values['leave-out'] },
  sha256: Object.fromEntries(
    ['vocabulary.txt', 'table.i8', 'scales.f32'].map((file) => [file, sha256(file)]),
  ),
  heldOutCosine: Number(heldOutCosine.toFixed(4)),
}
writeManifest(manifest)
const figures = await measureTable(values.out, values.data)
writeManifest({ ...manifest, ndcgAt10: figures })

function train(pupil: Student, members: readonly number[]): void {
  const stepsInAll = Math.floor(members.length / RECIPE.batchSize) * RECIPE.epochs
  let steps = 0
  for (let epoch = 0; epoch < RECIPE.epochs; epoch++) {
    let cosines = 0
    const plan = { batchSize: RECIPE.batchSize, groupSize: RECIPE.groupSize, seed: RECIPE.seed + epoch }
    const batches = planBatches(lessons, members, plan)
    for (const batch of batches) {
      const learningRate = RECIPE.learningRate * Math.max(LAST_RATE_SHARE, 1 - steps / stepsInAll)
      cosines += pupil.step(batch, { learningRate, pairWeight: RECIPE.pairWeight })
      steps++
    }
    console.log(`epoch ${epoch + 1}: cosine with the teacher ${(cosines / batches.length).toFixed(4)}`)
  }
}

function meanCosine(table: Float32Array, from: Lessons, batch: Int32Array): number {
  const { units } = unitSums(table, RECIPE.dims, from, batch)
  let sum = 0
  batch.forEach((lesson, i) => {
    for (let axis = 0; axis < RECIPE.dims; axis++)
      sum += units[i * RECIPE.dims + axis]! * narrow[lesson * RECIPE.dims + axis]!
  })
  return sum / batch.length
}

function normalised(vectors: Float32Array, dims: number): Float32Array {
  for (let at = 0; at < vectors.length; at += dims) {
    const vector = vectors.subarray(at, at + dims)
    const length = Math.hypot(...vector) || 1
    for (let axis = 0; axis < dims; axis++) vector[axis]! /= length
  }
  return vectors
}

function writeManifest(content: object): void {
  writeFileSync(join(values.out, 'manifest.json'), `${JSON.stringify(content, null, 2)}\n`)
}

function sha256(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(values.out, file)))
    .digest('hex')
}
