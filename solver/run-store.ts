/** Where runs are kept: what was asked, how it stands, and the journal of each. Adapters live in ./adapters. */
import type { Filter } from '../index/index.ts'
import type { LedgerRow } from '../models/index.ts'
import type { InjectedUnit, WatchSummary } from '../monitor/index.ts'
import type { Budget } from './budget.ts'
import type { Journal } from './ports.ts'
import type { RunConditions } from './run-conditions.ts'

/** `budget`: ended with its best answer so far. `running` where a process was killed, too. */
export type RunStatus = 'running' | 'done' | 'budget' | 'failed' | 'cancelled'

export interface RunQuestion {
  /** Of the set that it comes from; the run's own where it was asked alone. */
  readonly id: string
  readonly text: string
  readonly category?: string
  readonly answerType?: string
}

/** What a run was started with: it is resumed with the same. */
export interface RunPlan {
  readonly question: RunQuestion
  readonly pattern: string
  /** Of the pattern; plain data. */
  readonly settings: unknown
  readonly corpus: string
  readonly backend: string
  /** Units that may be evidence; plain data. Absent or null: all. */
  readonly filter?: Filter | null
  readonly monitor: string
  /** Named settings that were asked for; they are filled in in the others. */
  readonly preset?: string | null
  readonly budget: Budget
  /** What was requested and is not available, in sentences for the user. */
  readonly notices?: readonly string[]
  /** What its models say was written beforehand. */
  readonly isDemonstration?: boolean
}

export interface RunLedgers {
  readonly byRole: readonly LedgerRow[]
  readonly byStage: readonly LedgerRow[]
  readonly total: LedgerRow
  /** Model steps over all agent calls. */
  readonly steps: number
}

export interface UsedUnit extends InjectedUnit {
  /** Of the agent that was given it. */
  readonly path: string
}

/** What happened in a run, without what its agents wrote: that is in the journal, by their paths. */
export type TimelineEvent =
  | { readonly type: 'stage'; readonly stage: string }
  | { readonly type: 'agent'; readonly path: string }
  | { readonly type: 'report'; readonly path: string; readonly kind: string; readonly data: unknown }
  | { readonly type: 'failure'; readonly path: string; readonly code: string; readonly message: string }

export interface RunOutcome {
  readonly status: RunStatus
  /** Null where the run came to none. */
  readonly answer: string | null
  /** Of the agent whose answer it is. */
  readonly answerPath: string | null
  readonly failure: { readonly code: string; readonly message: string } | null
  /** Whatever the pattern keeps of its candidates and decisions; plain data. */
  readonly details: unknown
  /** Stage by stage, and by path within one, not by time: the same run has the same course. */
  readonly course: readonly TimelineEvent[]
  /** Units that were put into streams, in the order in which they came. */
  readonly evidence: readonly UsedUnit[]
  /** Over the agents that came to their end; absent in outcomes of before it was kept. */
  readonly watch?: WatchSummary
  readonly ledgers: RunLedgers
  /** Over all processes that worked on it. */
  readonly seconds: number
}

export interface RunRecord {
  readonly id: string
  readonly startedAt: string
  readonly plan: RunPlan
  /** Null while it runs for the first time. */
  readonly outcome: RunOutcome | null
  readonly status: RunStatus
  /** What it was worked on with, oldest first: more than one where that changed. Empty for runs of before it was kept. */
  readonly conditions: readonly RunConditions[]
}

export interface RunStore {
  create(plan: RunPlan, startedAt: string): Promise<RunRecord>
  /** Throws `RUN_NOT_FOUND`. A part of an id is enough where it is the only one that begins so. */
  get(id: string): Promise<RunRecord>
  /** Newest first. */
  list(limit: number): Promise<readonly RunRecord[]>
  /** A run that goes on has no outcome until it ends again. */
  setStatus(id: string, status: RunStatus): Promise<void>
  /** In place of those before. */
  setConditions(id: string, conditions: readonly RunConditions[]): Promise<void>
  finish(id: string, outcome: RunOutcome): Promise<void>
  journal(id: string): Journal
  /**
   * Takes the first failure and all that came after it out of the journal, so that it is asked again; what it cost stays counted. Of a failed run
   * whose models all answered, the last answer: nothing could be made of it.
   */
  forgetFailures(id: string): Promise<void>
  close(): Promise<void>
}
