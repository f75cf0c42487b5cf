/** Of trajectories that say the same about a question, one is enough (specs/rethinker.md 5.3). */
import { compareText } from '../../../../core/index.ts'
import type { CurationCase } from './curation-case.ts'

/** Cosine from which two texts say the same; the specification's decision. */
const SAME_COSINE = 0.95

/**
 * Ids of those that are left out. Same question, stage and answer, and texts as near as that: the one with the fewest calls stays, then the
 * one with the lowest id. A solver and a critic were given other prompts, so a sample of each stays.
 */
export function duplicateIds(cases: readonly CurationCase[]): Set<string> {
  const left = new Set<string>()
  for (const group of Map.groupBy(cases, groupKey).values()) {
    const kept: CurationCase[] = []
    for (const one of group.toSorted(fewestCallsFirst))
      if (kept.some((other) => cosine(one.vector, other.vector) >= SAME_COSINE)) left.add(one.id)
      else kept.push(one)
  }
  return left
}

function fewestCallsFirst(one: CurationCase, other: CurationCase): number {
  return (one.calls ?? 0) - (other.calls ?? 0) || compareText(one.id, other.id)
}

function groupKey({ question, stage, answer }: CurationCase): string {
  return JSON.stringify([question, stage, answer === null ? null : sameWriting(answer)])
}

/** Case, width and white space do not tell answers apart, nor does a stop at the end. */
function sameWriting(answer: string): string {
  const text = answer.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return text.replace(/(?<![.\s])[.\s]+$/, '')
}

/** Of vectors of unit length. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (const [at, value] of one.entries()) sum += value * (other[at] ?? 0)
  return sum
}
