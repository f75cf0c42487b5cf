/** What the table learns from: bags of word pieces with the teacher's vectors, read from the folders that teach.ts wrote. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WordPieces } from '../../../../models/word-pieces.ts'
import { type Bag, bagOf, joinBags, type Lessons } from '../../table/lessons.ts'
import type { TextKind } from './texts.ts'

export const TEACHER_DIMS = 384
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
