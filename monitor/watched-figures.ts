/** How often the monitor triggered and how much was injected, per 10,000 characters that the model wrote, as Eigen-1 reports it (A.5; specs E31). */
import { estimateTokens } from '../models/index.ts'
import type { Traced } from './trace.ts'

/** Counts of turns, which can be added up. */
export interface Watched {
  /** UTF-16 characters that models wrote in watched turns, including thoughts and code, excluding prefixes, injections and results of code. */
  readonly characters: number
  readonly looks: number
  /** Looks that led to a search. */
  readonly triggers: number
  readonly injections: number
  /** Estimated from the injected text. */
  readonly injectedTokens: number
}

export interface WatchedRates {
  readonly triggersPer10k: number
  readonly injectionsPer10k: number
  /** Null without injections. */
  readonly tokensPerInjection: number | null
  /** Injected tokens per 10,000 characters; tokens of helper models are in the ledger. */
  readonly extraTokensPer10k: number
}

const PER = 10_000

/** Of one turn. */
export function watchedIn(
  said: Iterable<{ readonly by: 'model' | 'injection' | 'code'; readonly text: string }>,
  trace: readonly Traced[],
): Watched {
  const counts = { characters: 0, looks: 0, triggers: 0, injections: 0, injectedTokens: 0 }
  for (const { by, text } of said) if (by === 'model') counts.characters += text.length
  for (const event of trace) {
    if (event.kind === 'look') {
      counts.looks++
      if (event.answer === 'yes') counts.triggers++
    } else if (event.kind === 'injection') {
      counts.injections++
      counts.injectedTokens += estimateTokens(event.text)
    }
  }
  return counts
}

/** Null where nothing was watched. */
export function watchedTogether(turns: readonly Watched[]): Watched | null {
  if (turns.length === 0) return null
  const sum = (value: (turn: Watched) => number) => turns.reduce((total, turn) => total + value(turn), 0)
  return {
    characters: sum(({ characters }) => characters),
    looks: sum(({ looks }) => looks),
    triggers: sum(({ triggers }) => triggers),
    injections: sum(({ injections }) => injections),
    injectedTokens: sum(({ injectedTokens }) => injectedTokens),
  }
}

/** Null where nothing was written. */
export function watchedRates({
  characters,
  triggers,
  injections,
  injectedTokens,
}: Watched): WatchedRates | null {
  if (characters === 0) return null
  return {
    triggersPer10k: (PER * triggers) / characters,
    injectionsPer10k: (PER * injections) / characters,
    tokensPerInjection: injections === 0 ? null : injectedTokens / injections,
    extraTokensPer10k: (PER * injectedTokens) / characters,
  }
}
