/** Training data of a table: bags of word pieces with the teacher's vectors of their texts. */
import type { WordPieces } from '../../../models/index.ts'

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

/** A text as the table sees it: its distinct pieces with their weights. */
export interface Bag {
  readonly ids: readonly number[]
  readonly weights: readonly number[]
}

// Teachers get texts cut at 128 pieces, two of which are [CLS] and [SEP].
const MAX_LESSON_PIECES = 126

/** Returns the bag of a text cut after `maxPieces`. A piece that occurs n times has the weight n to the power `repeatPower`. */
export function bagOf(
  text: string,
  pieces: WordPieces,
  repeatPower: number,
  maxPieces = MAX_LESSON_PIECES,
): Bag {
  const room = new Int32Array(maxPieces)
  const counts = new Map<number, number>()
  for (const id of room.subarray(0, pieces.encodeInto(text, room))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return { ids: [...counts.keys()], weights: [...counts.values()].map((count) => count ** repeatPower) }
}

/** Concatenates bags for `Lessons`. */
export function joinBags(bags: readonly Bag[]): Pick<Lessons, 'ids' | 'weights' | 'starts'> {
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
