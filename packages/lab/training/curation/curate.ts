/** Which trajectories become samples, and why the others do not (ReThinker, Algorithm 4; specs/rethinker.md 5.3). */
import type { CurationCase } from './curation-case.ts'
import { duplicateIds } from './duplicates.ts'
import { CURATION_REASONS, type CurationReason } from './reasons.ts'
import { resampledIds, type StageRatios } from './resample.ts'

export interface CurationSettings {
  /** Both ends are kept. The paper gives none; 1 and 50 are the specification's decision. */
  readonly minCalls: number
  readonly maxCalls: number
  /** Null: stages are kept as they come. */
  readonly ratios: StageRatios | null
  readonly seed: number
  /** Keeps a trajectory whose tools failed where the last call worked. */
  readonly keepsRecovered: boolean
}

export interface CurationPorts {
  /** Asked once for each case that is left by then, all at once. Ids of those whose answers were judged right. */
  rightIds(cases: readonly CurationCase[]): Promise<ReadonlySet<string>>
  /** Ids of those whose output follows from their thought. */
  consistentIds(cases: readonly CurationCase[]): Promise<ReadonlySet<string>>
}

export interface StageCounts {
  readonly in: number
  /** After resampling, before the last two filters: Algorithm 4 balances the stages and then filters again. */
  readonly balanced: number
  readonly out: number
}

/** `in = out + sum of dropped`. Plain data. */
export interface Curation {
  readonly in: number
  readonly out: number
  /** Every reason in its order, those of none included. */
  readonly dropped: Readonly<Record<CurationReason, number>>
  readonly stages: Readonly<Record<string, StageCounts>>
  /** In the order of the cases. */
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

/** Those that can still be asked about once every answer that is not known to be wrong turns out right: for projections. */
export function mostConsistencyChecks(
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
