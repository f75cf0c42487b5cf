/** Events of a run, for observers. */
import type { Thought } from '../monitor/index.ts'
import type { AgentRun } from './agent.ts'
import type { RunLedgers } from './run-store.ts'

/** An event of a run, sent as it happens. `path` names the agent or asker. */
export type RunEvent =
  | { readonly type: 'stage'; readonly stage: string }
  | { readonly type: 'thought'; readonly path: string; readonly thought: Thought }
  /** An agent finished, now or before the run was resumed. */
  | { readonly type: 'agent'; readonly path: string; readonly run: AgentRun }
  /** A report of a kind defined by the pattern, such as `candidate`, `score` or `selection`; `data` is plain. */
  | { readonly type: 'report'; readonly path: string; readonly kind: string; readonly data: unknown }
  | { readonly type: 'failure'; readonly path: string; readonly code: string; readonly message: string }
  /** Spending so far, sent whenever an agent or question finishes. */
  | { readonly type: 'ledgers'; readonly ledgers: RunLedgers }

/** Kind of the runner's reports of the best answer so far. */
export const BEST_KIND = 'best'
