/** Decides which trajectories become samples, and why the others do not (ReThinker, Algorithm 4; specs/rethinker.md 5.3). */

import { compareText } from '../../../../core/index.ts'
import type { CurationCase } from './curation-case.ts'
import { CURATION_REASONS, type CurationReason } from './reasons.ts'
import { resampledIds, type StageRatios } from './resample.ts'

export interface CurationSettings {
  /** Fewest and most tool calls, inclusive. The paper gives no values; 1 and 50 are the specification's decision. */
  readonly minCalls: number
  readonly maxCalls: number
  /** Ratios of the stages; null leaves them unchanged. */
  readonly ratios: StageRatios | null
  readonly seed: number
  /** Whether a trajectory with failed tools is kept if its last call worked. */
  readonly keepsRecovered: boolean
}

export interface CurationPorts {
  /** Called once with all cases that remain by then. Returns the ids of those whose answers were judged right. */
  rightIds(cases: readonly CurationCase[]): Promise<ReadonlySet<string>>
  /** Returns the ids of cases whose output follows from their thought. */
  consistentIds(cases: readonly CurationCase[]): Promise<ReadonlySet<string>>
}

export interface StageCounts {
  readonly in: number
  /** Number after resampling and before the last two filters: Algorithm 4 balances the stages and then filters again. */
  readonly balanced: number
  readonly out: number
}

/** Result as plain data: `in = out + sum of dropped`. */
export interface Curation {
  readonly in: number
  readonly out: number
  /** Counts of all reasons in order, including zeros. */
  readonly dropped: Readonly<Record<CurationReason, number>>
  readonly stages: Readonly<Record<string, StageCounts>>
  /** Kept cases in the order of the input. */
  readonly kept: readonly CurationCase[]
}

export async function curate(
  cases: readonly CurationCase[],
  settings: CurationSettings,
  ports: CurationPorts,
): Promise<Curation> {
  const dropped = new Map<CurationReason, number>()
  let left = cases
  const keep = (reason: CurationReason, isKept: (one: CurationCase) => boolean) => {
    const kept = left.filter(isKept)
    dropped.set(reason, left.length - kept.length)
    left = kept
  }
  const right = await ports.rightIds(left)
  keep('wrong_answer', ({ id }) => right.has(id))
  keep('bad_format', ({ hasForm }) => hasForm)
  keep('tool_count', ({ calls }) => isWithin(calls, settings))
  const duplicates = duplicateIds(left)
  keep('duplicate', ({ id }) => !duplicates.has(id))
  const { ratios, seed, keepsRecovered } = settings
  const leftOut = ratios === null ? new Set<string>() : resampledIds(left, ratios, seed)
  keep('resampled', ({ id }) => !leftOut.has(id))
  const balanced = left
  const consistent = await ports.consistentIds(left)
  keep('contradictory', ({ id }) => consistent.has(id))
  keep('failed_tool', ({ failedTools, endsWell }) => failedTools === 0 || (keepsRecovered && endsWell))
  return {
    in: cases.length,
    out: left.length,
    dropped: Object.fromEntries(
      CURATION_REASONS.map((reason) => [reason, dropped.get(reason) ?? 0]),
    ) as Record<CurationReason, number>,
    stages: stageCounts(cases, balanced, left),
    kept: left,
  }
}

/** Returns the most cases that can still be checked if every answer not known to be wrong is right, for projections. */
export function maxConsistencyChecks(
  cases: readonly CurationCase[],
  settings: Pick<CurationSettings, 'minCalls' | 'maxCalls'>,
): readonly CurationCase[] {
  return cases.filter(({ hasForm, calls }) => hasForm && isWithin(calls, settings))
}

function isWithin(
  calls: number | null,
  { minCalls, maxCalls }: Pick<CurationSettings, 'minCalls' | 'maxCalls'>,
): boolean {
  return calls === null || (calls >= minCalls && calls <= maxCalls)
}

function stageCounts(
  ...[all, balanced, out]: readonly [
    readonly CurationCase[],
    readonly CurationCase[],
    readonly CurationCase[],
  ]
): Record<string, StageCounts> {
  const count = (cases: readonly CurationCase[], stage: string) =>
    cases.filter((one) => one.stage === stage).length
  const stages = [...new Set(all.map(({ stage }) => stage))]
  return Object.fromEntries(
    stages.map((stage) => [
      stage,
      { in: count(all, stage), balanced: count(balanced, stage), out: count(out, stage) },
    ]),
  )
}

/** Least cosine of two texts that say the same; the specification's decision. */
const SAME_COSINE = 0.95

/**
 * Returns the ids of duplicates: same question, stage and answer, and texts with this cosine. The one with the fewest calls is kept, then
 * the one with the lowest id. A solver and a critic had different prompts, so a sample of each is kept.
 */
function duplicateIds(cases: readonly CurationCase[]): Set<string> {
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

/** Returns an answer without differences of case, width, white space and a final full stop. */
function sameWriting(answer: string): string {
  const text = answer.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return text.replace(/(?<![.\s])[.\s]+$/, '')
}

/** Returns the cosine of vectors of unit length. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (const [at, value] of one.entries()) sum += value * (other[at] ?? 0)
  return sum
}
