/** Port to the store of runs: plans, states and journals. Adapters are in ./adapters. */
import type { Filter } from '../index/index.ts'
import type { LedgerRow } from '../models/index.ts'
import type { InjectedUnit, WatchSummary } from '../monitor/index.ts'
import type { Budget } from './budget.ts'
import type { Journal } from './ports.ts'
import type { RunConditions } from './run-conditions.ts'

/** `budget`: ended with its best answer so far. `running`: also after its process was killed. */
export type RunStatus = 'running' | 'done' | 'budget' | 'failed' | 'cancelled'

export interface RunQuestion {
  /** Id in the set that it is from; the run's own for a single question. */
  readonly id: string
  readonly text: string
  readonly category?: string
  readonly answerType?: string
}

/** What a run was started with, and is resumed with. */
export interface RunPlan {
  readonly question: RunQuestion
  readonly pattern: string
  /** Settings of the pattern; plain data. */
  readonly settings: unknown
  readonly corpus: string
  readonly backend: string
  /** Filter of units that may be evidence; plain data. Absent or null: all. */
  readonly filter?: Filter | null
  readonly monitor: string
  /** Name of the preset; its values are part of the other settings. */
  readonly preset?: string | null
  readonly budget: Budget
  /** Sentences for the user about what was requested but is not available. */
  readonly notices?: readonly string[]
  /** True if the answers of its models were prepared. */
  readonly isDemonstration?: boolean
}

export interface RunLedgers {
  readonly byRole: readonly LedgerRow[]
  readonly byStage: readonly LedgerRow[]
  readonly total: LedgerRow
  /** Model steps of all agents. */
  readonly steps: number
}

export interface UsedUnit extends InjectedUnit {
  /** Path of the agent that received it. */
  readonly path: string
}

/** An event of a run, without the texts of agents, which are in the journal by their paths. */
export type TimelineEvent =
  | { readonly type: 'stage'; readonly stage: string }
  | { readonly type: 'agent'; readonly path: string }
  | { readonly type: 'report'; readonly path: string; readonly kind: string; readonly data: unknown }
  | { readonly type: 'failure'; readonly path: string; readonly code: string; readonly message: string }

export interface RunOutcome {
  readonly status: RunStatus
  /** Null if the run ended without an answer. */
  readonly answer: string | null
  /** Path of the agent that wrote the answer. */
  readonly answerPath: string | null
  readonly failure: { readonly code: string; readonly message: string } | null
  /** Candidates and decisions that the pattern records; plain data. */
  readonly details: unknown
  /** Events by stage, and by path within a stage, not by time, so that it is reproducible. */
  readonly course: readonly TimelineEvent[]
  /** Units injected into streams, in order. */
  readonly evidence: readonly UsedUnit[]
  /** Summary of the monitor for finished agents; absent in outcomes of older versions. */
  readonly watch?: WatchSummary
  readonly ledgers: RunLedgers
  /** Seconds of all processes that worked on the run. */
  readonly seconds: number
}

export interface RunRecord {
  readonly id: string
  readonly startedAt: string
  readonly plan: RunPlan
  /** Null until the run ends for the first time. */
  readonly outcome: RunOutcome | null
  readonly status: RunStatus
  /** Conditions, oldest first, more than one if they changed. Empty for runs of older versions. */
  readonly conditions: readonly RunConditions[]
}

export interface RunStore {
  create(plan: RunPlan, startedAt: string): Promise<RunRecord>
  /** Returns a run by its id or a unique beginning of it. Throws `RUN_NOT_FOUND`. */
  get(id: string): Promise<RunRecord>
  /** Returns runs, newest first. */
  list(limit: number): Promise<readonly RunRecord[]>
  /** Sets the status. A resumed run has no outcome until it ends again. */
  setStatus(id: string, status: RunStatus): Promise<void>
  /** Replaces the conditions. */
  setConditions(id: string, conditions: readonly RunConditions[]): Promise<void>
  finish(id: string, outcome: RunOutcome): Promise<void>
  journal(id: string): Journal
  /**
   * Removes the first failure and all later entries from the journal, so that they are asked again; their cost stays counted. If all
   * models of a failed run answered, the last answer is removed, because it was unusable.
   */
  forgetFailures(id: string): Promise<void>
  close(): Promise<void>
}
