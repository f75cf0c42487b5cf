/** What the table learns from: bags of word pieces with the teacher's vectors, read from the folder that teach.ts wrote. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WordPieces } from '../../models/index.ts'
import type { TextKind } from './texts.ts'

export interface Lessons {
  readonly count: number
  /** Piece ids of lesson i: `ids[starts[i]]` to `ids[starts[i + 1] - 1]`. */
  readonly ids: Int32Array
  readonly starts: Int32Array
  /** `dims` floats of unit length for each lesson. */
  readonly targets: Float32Array
  readonly dims: number
}

export const TEACHER_DIMS = 384
// teach.ts cuts at 128 pieces, of which [CLS] and [SEP] are two.
const MAX_PIECES = 126

export interface LessonChoice {
  readonly kinds: readonly TextKind[]
  readonly leaveOut: readonly string[]
}

export function readLessons(folder: string, pieces: WordPieces, choice: LessonChoice): Lessons {
  const lines = readFileSync(join(folder, 'texts.jsonl'), 'utf8').trimEnd().split('\n')
  const all = readFloats(join(folder, 'vectors.f32'))
  const room = new Int32Array(MAX_PIECES)
  const ids: number[] = []
  const starts = [0]
  const chosen: number[] = []
  lines.forEach((line, at) => {
    const { set, kind, text } = JSON.parse(line) as { set: string; kind: TextKind; text: string }
    if (!choice.kinds.includes(kind) || choice.leaveOut.includes(set)) return
    const count = pieces.encodeInto(text, room)
    if (count === 0 || (at + 1) * TEACHER_DIMS > all.length) return
    for (let i = 0; i < count; i++) ids.push(room[i]!)
    starts.push(ids.length)
    chosen.push(at)
  })
  const targets = new Float32Array(chosen.length * TEACHER_DIMS)
  chosen.forEach((at, i) => {
    targets.set(all.subarray(at * TEACHER_DIMS, (at + 1) * TEACHER_DIMS), i * TEACHER_DIMS)
  })
  return {
    count: chosen.length,
    ids: Int32Array.from(ids),
    starts: Int32Array.from(starts),
    targets,
    dims: TEACHER_DIMS,
  }
}

export function readFloats(path: string): Float32Array {
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4))
}

/** In how many lessons each piece stands. */
export function documentFrequencies(lessons: Lessons, vocabularySize: number): Int32Array {
  const frequencies = new Int32Array(vocabularySize)
  for (let i = 0; i < lessons.count; i++)
    for (const id of new Set(lessons.ids.subarray(lessons.starts[i], lessons.starts[i + 1]))) frequencies[id]!++
  return frequencies
}
