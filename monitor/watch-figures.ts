/** The figures of watching one or more turns. */
import type { FailureStage, MissReason, SkipReason } from './trace.ts'

export interface FailureCount {
  readonly stage: FailureStage | 'search'
  /** Of the error. */
  readonly code: string
  /** One of them, where they differ. */
  readonly message: string
  readonly count: number
}

/** Plain data. */
export interface WatchSummary {
  /** Windows that a monitor judged. */
  readonly looks: number
  /** Looks that were answered with yes. */
  readonly triggers: number
  /** Looks whose answer was neither yes nor no. */
  readonly unreadable: number
  /** Triggers that led to at least one query. */
  readonly queries: number
  readonly injections: number
  /** Injections that found no place before the turn ended. */
  readonly unused: number
  /** Triggers that led to nothing, by reason. */
  readonly misses: Readonly<Partial<Record<MissReason, number>>>
  /** Looks that were due and not taken, by reason. */
  readonly skips: Readonly<Partial<Record<SkipReason, number>>>
  /** Times the sifter was asked, and of these, those that it could not answer. */
  readonly sifted: number
  readonly unsifted: number
  /** Blocks of code that were run. */
  readonly codeBlocks: number
  /** Searches by running code: all, those that found nothing, those that failed. */
  readonly searches: { readonly asked: number; readonly empty: number; readonly failed: number }
  /** By stage and code. */
  readonly failures: readonly FailureCount[]
  /** A sentence for each part that failed, or could not work, every time. */
  readonly problems: readonly string[]
}
