/** Finds a run of a set if the workspace still has it. */
import { isGlossError } from '../../core/index.ts'
import type { RunRecord, RunStore } from '../run-store.ts'

/** Returns the record of a run; null if it is not in this workspace. */
export async function endedRun(runs: RunStore, runId: string): Promise<RunRecord | null> {
  return await runs.get(runId).catch((error: unknown) => {
    if (isGlossError(error) && error.code === 'RUN_NOT_FOUND') return null
    throw error
  })
}
