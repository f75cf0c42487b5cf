/** The figures of watching one or more turns, and their rates per 10,000 characters, as Eigen-1 reports them (A.5; specs E31). */
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
  /** UTF-16 characters that models wrote in watched turns, thoughts and code included, prefixes, injections and results of code excluded. Absent in outcomes of before they were counted. */
  readonly characters?: number
  /** Windows that a monitor judged. */
  readonly looks: number
  /** Looks that were answered with yes. */
  readonly triggers: number
  /** Looks at text in a language that the monitor does not read; absent where there were none. */
  readonly foreign?: number
  /** Looks whose answer was neither yes nor no. */
  readonly unreadable: number
  /** Triggers that led to at least one query. */
  readonly queries: number
  readonly injections: number
  /** Estimated from the injected text. Absent where `characters` is. */
  readonly injectedTokens?: number
  /** Characters between the sentence that was in doubt and its evidence; absent without injections. */
  readonly behind?: { readonly median: number; readonly most: number }
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

export interface WatchRates {
  readonly triggersPer10k: number
  readonly injectionsPer10k: number
  /** Null without injections. */
  readonly tokensPerInjection: number | null
  /** Injected tokens per 10,000 characters; tokens of helper models are in the ledger. */
  readonly extraTokensPer10k: number
}

const PER = 10_000

/** Null where nothing was written in watched turns, or nothing says how much. */
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
