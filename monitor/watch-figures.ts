/** Figures of watching one or more turns, and their rates per 10,000 characters, as Eigen-1 reports them (A.5; specs E31). */
import type { FailureStage, MissReason, SkipReason } from './trace.ts'

export interface FailureCount {
  readonly stage: FailureStage | 'search'
  readonly code: string
  /** Message of the error; one of them if they differ. */
  readonly message: string
  readonly count: number
}

/** Figures of watching, as plain data. */
export interface WatchSummary {
  /** UTF-16 characters of watched turns with thoughts and code, without prefixes, injections and code results. Absent in old outcomes. */
  readonly characters?: number
  /** Number of windows that a monitor judged. */
  readonly looks: number
  /** Number of looks answered with yes. */
  readonly triggers: number
  /** Number of looks at text in a language that the monitor does not read; absent if there were none. */
  readonly foreign?: number
  /** Number of looks answered neither yes nor no. */
  readonly unreadable: number
  /** Number of triggers that led to at least one query. */
  readonly queries: number
  readonly injections: number
  /** Tokens estimated from the injected text. Absent if `characters` is. */
  readonly injectedTokens?: number
  /** Characters between the doubtful sentence and its evidence; absent without injections. */
  readonly behind?: { readonly median: number; readonly most: number }
  /** Doubts without evidence when the answer ended, as characters of their channel before the end of the look; absent if there are none. */
  readonly unanswered?: readonly number[]
  /** Number of injections that found no place before the turn ended. */
  readonly unused: number
  /** Triggers without a result, by reason. */
  readonly misses: Readonly<Partial<Record<MissReason, number>>>
  /** Looks that were due and not taken, by reason. */
  readonly skips: Readonly<Partial<Record<SkipReason, number>>>
  /** Number of times that the sifter was asked, and that it failed. */
  readonly sifted: number
  readonly unsifted: number
  readonly codeBlocks: number
  /** Searches by running code: all, those without results, those that failed. */
  readonly searches: { readonly asked: number; readonly empty: number; readonly failed: number }
  /** Failures by stage and code. */
  readonly failures: readonly FailureCount[]
  /** A sentence for each part that failed, or could not work, every time. */
  readonly problems: readonly string[]
}

export interface WatchRates {
  readonly triggersPer10k: number
  readonly injectionsPer10k: number
  /** Tokens per injection; null without injections. */
  readonly tokensPerInjection: number | null
  /** Injected tokens per 10,000 characters; tokens of helper models are in the ledger. */
  readonly extraTokensPer10k: number
}

const PER = 10_000

/** Returns the rates; null if no text was written in watched turns, or its length is unknown. */
export function watchRates({
  characters = 0,
  triggers,
  injections,
  injectedTokens = 0,
}: Pick<WatchSummary, 'characters' | 'triggers' | 'injections' | 'injectedTokens'>): WatchRates | null {
  if (characters === 0) return null
  return {
    triggersPer10k: (PER * triggers) / characters,
    injectionsPer10k: (PER * injections) / characters,
    tokensPerInjection: injections === 0 ? null : injectedTokens / injections,
    extraTokensPer10k: (PER * injectedTokens) / characters,
  }
}
