/** What the table learns from: bags of word pieces with the teacher's vectors, read from the folders that teach.ts wrote. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WordPieces } from '../../models/word-pieces.ts'
import type { TextKind } from './texts.ts'

export interface Lessons {
  readonly count: number
  /** Lesson i holds the entries `starts[i]` to `starts[i + 1] - 1`: distinct piece ids with their weights. */
  readonly ids: Int32Array
  readonly weights: Float32Array
  readonly starts: Int32Array
  /** `dims` floats of unit length for each lesson. */
  readonly targets: Float32Array
  readonly dims: number
}

export const TEACHER_DIMS = 384
// teach.ts cuts at 128 pieces, of which [CLS] and [SEP] are two.
const MAX_PIECES = 126

interface LessonChoice {
  readonly kinds: readonly TextKind[]
  /** A piece that stands n times in a text weighs n to this power. */
  readonly repeatPower: number
  /** Corpora not learned from, to see what a corpus gains that was not there in training. */
  readonly leaveOut: readonly string[]
}

export function readLessons(folders: readonly string[], pieces: WordPieces, choice: LessonChoice): Lessons {
  const bags: Bag[] = []
  const targets: Float32Array[] = []
  for (const folder of folders) {
    const vectors = readFloats(join(folder, 'vectors.f32'))
    const lines = readFileSync(join(folder, 'texts.jsonl'), 'utf8').trimEnd().split('\n')
    lines.forEach((line, at) => {
      const { set, kind, text } = JSON.parse(line) as { set: string; kind: TextKind; text: string }
      const isTaught = (at + 1) * TEACHER_DIMS <= vectors.length
      if (!isTaught || !choice.kinds.includes(kind) || choice.leaveOut.includes(set)) return
      const bag = bagOf(text, pieces, choice.repeatPower)
      if (bag.ids.length === 0) return
      bags.push(bag)
      targets.push(vectors.subarray(at * TEACHER_DIMS, (at + 1) * TEACHER_DIMS))
    })
  }
  return { count: bags.length, dims: TEACHER_DIMS, ...joinBags(bags), targets: joinFloats(targets) }
}

interface Bag {
  readonly ids: readonly number[]
  readonly weights: readonly number[]
}

const room = new Int32Array(MAX_PIECES)

function bagOf(text: string, pieces: WordPieces, repeatPower: number): Bag {
  const counts = new Map<number, number>()
  for (const id of room.subarray(0, pieces.encodeInto(text, room))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return { ids: [...counts.keys()], weights: [...counts.values()].map((count) => count ** repeatPower) }
}

function joinBags(bags: readonly Bag[]): Pick<Lessons, 'ids' | 'weights' | 'starts'> {
  const starts = new Int32Array(bags.length + 1)
  bags.forEach(({ ids }, i) => {
    starts[i + 1] = starts[i]! + ids.length
  })
  const ids = new Int32Array(starts[bags.length]!)
  const weights = new Float32Array(ids.length)
  bags.forEach((bag, i) => {
    ids.set(bag.ids, starts[i]!)
    weights.set(bag.weights, starts[i]!)
  })
  return { ids, weights, starts }
}

function joinFloats(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.length * TEACHER_DIMS)
  parts.forEach((part, i) => {
    joined.set(part, i * TEACHER_DIMS)
  })
  return joined
}

export function readFloats(path: string): Float32Array {
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4))
}

/** In how many lessons each piece stands. */
export function documentFrequencies(lessons: Lessons, vocabularySize: number): Int32Array {
  const frequencies = new Int32Array(vocabularySize)
  for (const id of lessons.ids) frequencies[id]!++
  return frequencies
}
