/**
 * Teaches a finished table the texts of one corpus. Rows of pieces that stand in no text stay as they are to the bit; a row
 * that stands in few moves in proportion to how often it was seen.
 */
import { createWordPieces } from '../word-pieces.ts'
import { alignTeacher } from './align.ts'
import { createStudent } from './fit.ts'
import { type FloatTable, tableVectors } from './float-table.ts'
import { bagOf, joinBags, type Lessons } from './lessons.ts'
import { type OwnWordsChoice, withOwnWords } from './own-words.ts'
import { planBatches } from './related-batches.ts'

export interface TuneSettings extends OwnWordsChoice {
  readonly epochs: number
  readonly batchSize: number
  /** Neighbours in one group of a batch. */
  readonly groupSize: number
  readonly learningRate: number
  readonly pairWeight: number
  /** A piece that stands n times in a lesson weighs n to this power while learning. */
  readonly lessonRepeatPower: number
  /** A row seen in n texts keeps n / (n + caution) of what it learned. */
  readonly caution: number
  readonly seed: number
}

/** Measured on five sets with their field left out of the table: docs/decisions/2026-11-22-tuned-table.md. */
export const DEFAULT_TUNE_SETTINGS: TuneSettings = {
  epochs: 5,
  batchSize: 256,
  groupSize: 64,
  learningRate: 2e-3,
  pairWeight: 4,
  lessonRepeatPower: 1,
  caution: 2,
  leastTexts: 3,
  mostWords: 16_384,
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

// The learning rate falls to this share of itself along a straight line.
const LAST_RATE_SHARE = 0.02

/** A new table; `base` is not changed. Throws where `signal` is aborted, which it looks at after each batch. */
export async function tuneTable(
  base: FloatTable,
  taught: TaughtTexts,
  settings: TuneSettings = DEFAULT_TUNE_SETTINGS,
  {
    signal,
    onEpoch,
  }: { readonly signal?: AbortSignal; readonly onEpoch?: (progress: TuneProgress) => void } = {},
): Promise<FloatTable> {
  const table = withOwnWords(base, taught.texts, settings)
  const lessons = lessonsOf(table, taught, settings)
  const rows = table.rows.slice()
  const student = createStudent(rows, table.dims, lessons, targetsInFrame(table, taught.texts, lessons))
  const members = Array.from({ length: lessons.count }, (_, i) => i)
  const batchesOf = (epoch: number) =>
    planBatches(lessons, members, {
      batchSize: Math.min(settings.batchSize, lessons.count),
      groupSize: settings.groupSize,
      seed: settings.seed + epoch,
    })
  const stepsInAll = Math.max(1, batchesOf(0).length) * settings.epochs
  let steps = 0
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    const batches = batchesOf(epoch)
    let cosines = 0
    for (const batch of batches) {
      const learningRate = settings.learningRate * Math.max(LAST_RATE_SHARE, 1 - steps / stepsInAll)
      cosines += student.step(batch, { learningRate, pairWeight: settings.pairWeight })
      steps++
      await nextTurn()
      signal?.throwIfAborted()
    }
    onEpoch?.({ epoch: epoch + 1, epochs: settings.epochs, cosine: cosines / batches.length })
  }
  keepWithCaution(table, rows, lessons, settings.caution)
  return { ...table, rows }
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

/** The teacher's vectors in the table's frame, by the map that fits a sample of them best. */
function targetsInFrame(table: FloatTable, texts: readonly string[], lessons: Lessons): Float32Array {
  const { dims, targets } = lessons
  return alignTeacher(targets, dims, tableVectors(table, texts), table.dims)
}

/** `rows` becomes the start plus what each row has learned, less the part that few texts cannot vouch for. */
function keepWithCaution(start: FloatTable, rows: Float32Array, lessons: Lessons, caution: number): void {
  const { dims } = start
  const seen = new Int32Array(rows.length / dims)
  for (const id of lessons.ids) seen[id]!++
  seen.forEach((count, id) => {
    const kept = count / (count + caution)
    for (let at = id * dims; at < (id + 1) * dims; at++)
      rows[at] = start.rows[at]! + (count === 0 ? 0 : kept * (rows[at]! - start.rows[at]!))
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
