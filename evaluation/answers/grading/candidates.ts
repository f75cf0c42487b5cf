/** The candidates of a run: what each stage made of each of them, as far as the workspace still has the run. */

import { isGlossError } from '../../../core/index.ts'
import {
  type CandidateStep,
  candidateSteps,
  type Eigen1Details,
  isEigen1Details,
  ownWords,
  type RunStore,
} from '../../../solver/index.ts'

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
  if (details === null) return null
  const { proposed, pool } = details
  return {
    proposed: proposed.map(ownWords),
    pool: pool.map(ownWords),
    steps: candidateSteps(details),
  }
}

/** Null likewise. */
export async function detailsOf(runs: RunStore, runId: string): Promise<Eigen1Details | null> {
  const record = await runs.get(runId).catch((error: unknown) => {
    if (isGlossError(error) && error.code === 'RUN_NOT_FOUND') return null
    throw error
  })
  const details = record?.outcome?.details ?? null
  return isEigen1Details(details) ? details : null
}
