/** The events of a run, for those who watch it. */
import type { Thought } from '../monitor/index.ts'
import type { AgentRun } from './agent.ts'
import type { RunLedgers } from './run-store.ts'

/** What happens in a run, as it happens. `path` says whose it is. */
export type RunEvent =
  | { readonly type: 'stage'; readonly stage: string }
  | { readonly type: 'thought'; readonly path: string; readonly thought: Thought }
  /** An agent came to its end, now or before the run was resumed. */
  | { readonly type: 'agent'; readonly path: string; readonly run: AgentRun }
  /** Of a pattern's own kinds, such as `candidate`, `score`, `selection`; `data` is plain. */
  | { readonly type: 'report'; readonly path: string; readonly kind: string; readonly data: unknown }
  | { readonly type: 'failure'; readonly path: string; readonly code: string; readonly message: string }
  /** What was spent so far; whenever something came to its end. */
  | { readonly type: 'ledgers'; readonly ledgers: RunLedgers }

/** The kind of report in which the runner itself gives the best answer so far. */
export const BEST_KIND = 'best'
