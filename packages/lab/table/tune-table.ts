/** Tunes a finished table on the texts of one corpus. Rows of pieces that occur in no text do not change. */
import type { FloatTable } from '../../../models/adapters/static-embedder.ts'
import { createWordPieces } from '../../../models/index.ts'
import { alignTeacher } from './align.ts'
import { createStudent } from './fit.ts'
import { tableVectors } from './float-table.ts'
import { bagOf, joinBags, type Lessons } from './lessons.ts'
import { planBatches } from './related-batches.ts'

export interface TuneSettings {
  readonly epochs: number
  /** Minimum number of steps; with few lessons, more epochs are run. */
  readonly leastSteps: number
  /** Maximum size of a batch; few lessons are learned in smaller batches. */
  readonly batchSize: number
  readonly learningRate: number
  readonly pairWeight: number
  /** Exponent of a piece's weight while learning: n occurrences in a lesson weigh n to this power. */
  readonly lessonRepeatPower: number
  readonly seed: number
}

/** Measured on five sets with their field left out of the table: docs/decisions/2026-11-22-tuned-table.md. */
export const DEFAULT_TUNE_SETTINGS: TuneSettings = {
  epochs: 8,
  leastSteps: 300,
  batchSize: 256,
  learningRate: 4e-3,
  pairWeight: 4,
  lessonRepeatPower: 1,
  seed: 1,
}

/** Texts with the teacher's unit-length vectors, all of one width. */
export interface TaughtTexts {
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
}

export interface TuneProgress {
  readonly epoch: number
  readonly epochs: number
  /** Mean cosine with the teacher over the epoch's batches, before each step. */
  readonly cosine: number
}

// Share of the learning rate left at the end of its linear decay.
const LAST_RATE_SHARE = 0.02
// The same as for the bundled table: groups of neighbours among others.
const GROUPS_OF_BATCH = 4
// Pairs need other pairs for comparison, and an epoch needs several steps. Chosen, not measured.
const MIN_BATCH = 16
const MIN_BATCHES = 8

/** Returns a new table; `base` is not changed. Throws if `signal` is aborted, which is checked after each batch. */
export async function tuneTable(
  base: FloatTable,
  taught: TaughtTexts,
  settings: TuneSettings = DEFAULT_TUNE_SETTINGS,
  {
    signal,
    onEpoch,
  }: { readonly signal?: AbortSignal; readonly onEpoch?: (progress: TuneProgress) => void } = {},
): Promise<FloatTable> {
  const lessons = lessonsOf(base, taught, settings)
  const rows = base.rows.slice()
  const student = createStudent(rows, base.dims, lessons, targetsInFrame(base, taught.texts, lessons))
  const members = Array.from({ length: lessons.count }, (_, i) => i)
  const batchSize = batchSizeFor(lessons.count, settings)
  const groupSize = Math.ceil(batchSize / GROUPS_OF_BATCH)
  const stepsOfEpoch = Math.max(1, Math.floor(lessons.count / batchSize))
  const epochs = Math.max(settings.epochs, Math.ceil(settings.leastSteps / stepsOfEpoch))
  let steps = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    const batches = planBatches(lessons, members, { batchSize, groupSize, seed: settings.seed + epoch })
    let cosines = 0
    for (const batch of batches) {
      const learningRate =
        settings.learningRate * Math.max(LAST_RATE_SHARE, 1 - steps / (stepsOfEpoch * epochs))
      cosines += student.step(batch, { learningRate, pairWeight: settings.pairWeight })
      steps++
      await nextTurn()
      signal?.throwIfAborted()
    }
    onEpoch?.({ epoch: epoch + 1, epochs, cosine: cosines / batches.length })
  }
  return { ...base, rows }
}

function batchSizeFor(lessons: number, { batchSize }: TuneSettings): number {
  const wanted = Math.max(MIN_BATCH, Math.floor(lessons / MIN_BATCHES))
  return Math.min(lessons, batchSize, wanted)
}

function lessonsOf(
  { vocabulary }: FloatTable,
  { texts, vectors }: TaughtTexts,
  { lessonRepeatPower }: TuneSettings,
): Lessons {
  const pieces = createWordPieces(vocabulary)
  const dims = vectors[0]?.length ?? 0
  const targets = new Float32Array(texts.length * dims)
  vectors.forEach((vector, i) => {
    targets.set(vector, i * dims)
  })
  const bags = texts.map((text) => bagOf(text, pieces, lessonRepeatPower))
  return { count: bags.length, dims, ...joinBags(bags), targets }
}

/** Returns the teacher's vectors in the table's space, by the map that best fits a sample of them. */
function targetsInFrame(table: FloatTable, texts: readonly string[], lessons: Lessons): Float32Array {
  const { dims, targets } = lessons
  return alignTeacher(targets, dims, tableVectors(table, texts), table.dims)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
