/** Reads the candidates of a run: what each stage made of each of them, if the workspace still has the run. */
import {
  endedRun,
  findPattern,
  type RunCandidates,
  type RunStore,
  stageOf,
} from '../../../../../solver/index.ts'

export type { RunCandidates }

export interface ToolCalls {
  /** Stage, such as `solver.0`, with the number of the round. */
  readonly stage: string
  readonly tool: string
  /** Number of calls, including failed ones. */
  readonly calls: number
}

/** Kinds of journal entries for tool calls: code, and the functions that code may call. */
const TOOLS: ReadonlySet<string> = new Set(['code', 'search_local_documents', 'web_search', 'web_parse'])

/** Returns the candidates, or null for a run that is not in this workspace, ended before it had a pool, or has a pattern without one. */
export async function candidatesOf(runs: RunStore, runId: string): Promise<RunCandidates | null> {
  const record = await endedRun(runs, runId)
  if (record === null) return null
  return findPattern(record.plan.pattern)?.candidates?.(record.outcome?.details) ?? null
}

/** Returns the tool calls, or null for a run that is not in this workspace; empty for a pattern without agents. */
export async function toolsOf(runs: RunStore, runId: string): Promise<readonly ToolCalls[] | null> {
  return (await endedRun(runs, runId)) === null ? null : await toolCalls(runs.journal(runId))
}

/** Returns tool calls in the order in which a stage first made them. A call that a resumed run repeated counts once. */
async function toolCalls(journal: ReturnType<RunStore['journal']>): Promise<ToolCalls[]> {
  const counts = new Map<string, { stage: string; tool: string; calls: number }>()
  for (const { key } of await journal.calls()) {
    // Entries of spent tokens without an answer have a mark after their number.
    const tool = /\/([^/]+)\.\d+$/.exec(key)?.[1]
    if (tool === undefined || !TOOLS.has(tool)) continue
    const stage = stageOf(key)
    const counted = counts.get(`${stage}/${tool}`) ?? { stage, tool, calls: 0 }
    counted.calls++
    counts.set(`${stage}/${tool}`, counted)
  }
  return [...counts.values()]
}
