/** Two halves of a set's documents such that the documents of a question are in one of them. */
import { shuffle } from '../../../core/index.ts'
import type { BeirSet } from '../units/beir.ts'

export interface DocumentHalves {
  /** 0 or 1 for each document, in order. */
  readonly halfOf: Uint8Array
  /** The half of each question's documents. */
  readonly halfOfQuestion: readonly number[]
}

/** Groups of documents that questions connect are dealt out at random; the smaller half takes the next one. */
export function documentHalves({ documents, questions }: BeirSet, seed: number): DocumentHalves {
  const leader = Int32Array.from(documents.keys())
  const leaderOf = (document: number): number => {
    let at = document
    while (leader[at] !== at) at = leader[at]!
    return at
  }
  for (const { gains } of questions) {
    const [first = 0, ...others] = gains.keys()
    for (const other of others) leader[leaderOf(other)] = leaderOf(first)
  }
  const groups = Map.groupBy(documents.keys(), leaderOf)
  const halfOf = new Uint8Array(documents.length)
  const sizes = [0, 0]
  for (const members of shuffle([...groups.values()], seed)) {
    const half = sizes[0]! <= sizes[1]! ? 0 : 1
    sizes[half]! += members.length
    for (const document of members) halfOf[document] = half
  }
  return { halfOf, halfOfQuestion: questions.map(({ gains }) => halfOf[[...gains.keys()][0]!]!) }
}
