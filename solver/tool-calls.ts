/** What the agents of a run did besides writing: blocks of code, and what code called, by the stage that it belongs to. */
import type { Journal } from './ports.ts'
import { stageOf } from './run-ledger.ts'

export interface ToolCalls {
  /** `solver.0`: with the number of the round. */
  readonly stage: string
  readonly tool: string
  /** Failed ones included. */
  readonly calls: number
}

/** Kinds of journal entries that are calls of tools: code, and the functions that code may call. */
const TOOLS: ReadonlySet<string> = new Set(['code', 'search_local_documents', 'web_search', 'web_parse'])

/** In the order in which a stage first called each. What was called again by a run that was resumed counts once. */
export async function toolCalls(journal: Pick<Journal, 'calls'>): Promise<ToolCalls[]> {
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
