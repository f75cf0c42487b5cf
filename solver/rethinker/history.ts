/** Evaluates the rounds of the selector: its picks and their certainty (specs/rethinker.md 5.2). */
import { fallbackChoice } from '../reading/selection.ts'
import type { RethinkerSettings } from './settings.ts'

/** A round of the selector, as plain data. */
export interface Selection {
  /** Number of the round from 0; the final adjudication has the next number. */
  readonly round: number
  /** Numbers of the responses in the order shown. */
  readonly order: readonly number[]
  /** Number of the picked response; null if none of those shown was named. */
  readonly pick: number | null
  /** Perplexity of its last text; null if the server sends no log probabilities. */
  readonly ppl: number | null
  /** Number of tokens in `ppl`. */
  readonly tokens: number
  readonly text: string
}

type ScoredPick = Pick<Selection, 'pick' | 'ppl'>

/** Returns the history for a prompt; the published prompts call the perplexity an entropy. */
export function historyText(
  history: readonly Pick<Selection, 'round' | 'pick' | 'ppl'>[],
  showsPerplexity: boolean,
): string {
  return history
    .map(({ round, pick, ppl }) => {
      if (pick === null) return `Round ${round}: no selection`
      const figure = ppl === null || !showsPerplexity ? '' : ` (entropy: ${ppl.toFixed(4)})`
      return `Round ${round}: Response ${pick}${figure}`
    })
    .join('\n')
}

/** Returns whether the last picks agree and all are at least as certain as the setting. Always false without log probabilities. */
export function gateStops(
  history: readonly ScoredPick[],
  { gatePerplexity, gateAgreement }: Pick<RethinkerSettings, 'gatePerplexity' | 'gateAgreement'>,
): boolean {
  if (gatePerplexity === null || history.length < gateAgreement) return false
  const last = history.slice(-gateAgreement)
  const [first] = last
  return last.every(
    ({ pick, ppl }) => pick !== null && pick === first?.pick && ppl !== null && ppl <= gatePerplexity,
  )
}

/** Returns the distinct picks in ascending order. */
export function distinctPicks(history: readonly ScoredPick[]): number[] {
  const picks = history.flatMap(({ pick }) => (pick === null ? [] : [pick]))
  return [...new Set(picks)].sort((one, other) => one - other)
}

/** Returns the response with most picks, then with lowest mean perplexity, then with lowest number. `among` is not empty. */
export function mostFrequentPick(history: readonly ScoredPick[], among: readonly number[]): number {
  const rated = among.map((id) => {
    const own = history.filter(({ pick }) => pick === id)
    const known = own.flatMap(({ ppl }) => (ppl === null ? [] : [ppl]))
    const mean = known.length === 0 ? Number.POSITIVE_INFINITY : sum(known) / known.length
    return { id, picks: own.length, mean }
  })
  const [best] = rated.sort((a, b) => b.picks - a.picks || compared(a.mean, b.mean) || a.id - b.id)
  if (best === undefined) throw new RangeError('There is nothing to choose from.')
  return best.id
}

/** Returns the number of the first response with the most frequent answer. */
export function commonest(answers: readonly string[]): number {
  return fallbackChoice(answers.map((answer) => ({ composite: null, answer }))) + 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Compares numbers; two infinities are equal. */
function compared(one: number, other: number): number {
  return one === other ? 0 : one - other
}
