/** The candidates of a run: what each stage made of each of them, as far as the workspace still has the run. */
import {
  endedRun,
  findPattern,
  type RunCandidates,
  type RunStore,
  stageOf,
} from '../../../../../solver/index.ts'

export type { RunCandidates }

export interface ToolCalls {
  /** `solver.0`: with the number of the round. */
  readonly stage: string
  readonly tool: string
  /** Failed ones included. */
  readonly calls: number
}

/** Kinds of journal entries that are calls of tools: code, and the functions that code may call. */
const TOOLS: ReadonlySet<string> = new Set(['code', 'search_local_documents', 'web_search', 'web_parse'])

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

/** In the order in which a stage first called each. What was called again by a run that was resumed counts once. */
async function toolCalls(journal: ReturnType<RunStore['journal']>): Promise<ToolCalls[]> {
  const counts = new Map<string, { stage: string; tool: string; calls: number }>()
  for (const { key } of await journal.calls()) {
    // Entries that hold spent tokens and no answer have a mark behind their number.
    const tool = /\/([^/]+)\.\d+$/.exec(key)?.[1]
    if (tool === undefined || !TOOLS.has(tool)) continue
    const stage = stageOf(key)
    const counted = counts.get(`${stage}/${tool}`) ?? { stage, tool, calls: 0 }
    counted.calls++
    counts.set(`${stage}/${tool}`, counted)
  }
  return [...counts.values()]
}
