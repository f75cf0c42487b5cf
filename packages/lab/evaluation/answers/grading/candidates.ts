/** The candidates of a run: what each stage made of each of them, as far as the workspace still has the run. */
import {
  endedRun,
  findPattern,
  type RunCandidates,
  type RunStore,
  type ToolCalls,
  toolCalls,
} from '../../../../../solver/index.ts'

export type { RunCandidates }

/** Null for a run that is not in this workspace, ended before its pool was there, or is of a pattern without one. */
export async function candidatesOf(runs: RunStore, runId: string): Promise<RunCandidates | null> {
  const record = await endedRun(runs, runId)
  if (record === null) return null
  return findPattern(record.plan.pattern)?.candidates?.(record.outcome?.details) ?? null
}

/** Null likewise; none for a pattern without agents. */
export async function toolsOf(runs: RunStore, runId: string): Promise<readonly ToolCalls[] | null> {
  return (await endedRun(runs, runId)) === null ? null : await toolCalls(runs.journal(runId))
}
