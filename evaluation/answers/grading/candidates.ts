/** The candidates of a run: what each stage made of each of them, as far as the workspace still has the run. */

import { isGlossError } from '../../../core/index.ts'
import type { Eigen1Details, RunStore } from '../../../solver/index.ts'

export interface CandidateStep {
  readonly candidate: number
  /** `correct`, `refine` (HSR) or `evaluate` (QAIR with its corrections). */
  readonly stage: string
  readonly before: string
  readonly after: string
}

export interface RunCandidates {
  /** Independent of each other: what the proposers wrote. */
  readonly proposed: readonly string[]
  /** What the ranker chose from. */
  readonly pool: readonly string[]
  /** Only where a stage wrote something of its own. */
  readonly steps: readonly CandidateStep[]
}

/** Null for a run that is not in this workspace, ended before its pool was there, or is of a pattern without one. */
export async function candidatesOf(runs: RunStore, runId: string): Promise<RunCandidates | null> {
  const details = await detailsOf(runs, runId)
  return details === null ? null : candidatesIn(details)
}

/** Null likewise. */
export async function detailsOf(runs: RunStore, runId: string): Promise<Eigen1Details | null> {
  const record = await runs.get(runId).catch((error: unknown) => {
    if (isGlossError(error) && error.code === 'RUN_NOT_FOUND') return null
    throw error
  })
  const details = record?.outcome?.details ?? null
  return isDetails(details) ? details : null
}

function candidatesIn({ proposed, corrected, refined, pool }: Eigen1Details): RunCandidates {
  const stages = [
    { stage: 'correct', before: proposed, after: corrected },
    { stage: 'refine', before: corrected, after: refined },
    { stage: 'evaluate', before: refined, after: pool },
  ]
  const steps = stages.flatMap(({ stage, before, after }) =>
    after.flatMap(({ text, path }, candidate) => {
      const old = before[candidate]
      // The same path: the stage was left out, or its agent failed.
      return old === undefined || old.path === path
        ? []
        : [{ candidate, stage, before: old.text, after: text }]
    }),
  )
  return { proposed: proposed.map(({ text }) => text), pool: pool.map(({ text }) => text), steps }
}

function isDetails(details: unknown): details is Eigen1Details {
  return (
    typeof details === 'object' &&
    details !== null &&
    ['proposed', 'corrected', 'refined', 'pool'].every((name) => Array.isArray(Reflect.get(details, name)))
  )
}
