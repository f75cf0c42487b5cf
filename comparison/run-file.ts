/** Writes TREC run files: a line for each hit, `question Q0 document rank score name`, separated by spaces or tabs. */
import { invalidInput } from '../core/index.ts'

export interface RunHit {
  readonly document: string
  readonly score: number
}

/** The result of one system: hits of each question, best first. */
export interface Run {
  /** Name in the last column; that of the first line if they differ. */
  readonly name: string
  readonly questions: ReadonlyMap<string, readonly RunHit[]>
}

/**
 * Returns the lines of a run file. Scores that are equal, or equal in 32 bits, are lowered by the least step, so that every reader has the
 * hits in our order. Throws `INPUT_INVALID` for ids or a name with spaces, which the format cannot hold.
 */
export function* runLines({ name, questions }: Run): Iterable<string> {
  checkWord(name)
  for (const [question, hits] of questions) {
    checkWord(question)
    let last = Number.POSITIVE_INFINITY
    for (const [place, { document, score }] of hits.entries()) {
      checkWord(document)
      last = Math.min(Math.fround(score), nextBelow(last))
      yield `${question} Q0 ${document} ${place + 1} ${last} ${name}`
    }
  }
}

/** Returns the next lower 32-bit number. */
function nextBelow(value: number): number {
  if (!Number.isFinite(value)) return value
  const cell = new Float32Array([value])
  const bits = new Int32Array(cell.buffer)
  if (value > 0) bits[0]!--
  else if (value < 0) bits[0]!++
  else return -(2 ** -149)
  return cell[0]!
}

function checkWord(word: string): void {
  if (/^\S+$/.test(word)) return
  throw invalidInput(
    'runs',
    `A run file keeps its columns apart by spaces, so it cannot hold the id "${word}". Write the ids of questions and documents without spaces.`,
  )
}
