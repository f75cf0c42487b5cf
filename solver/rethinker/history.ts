/** The rounds of the selector: what was picked, how sure the selector was of it, and what follows (specs/rethinker.md 5.2). */
import { fallbackChoice } from '../reading/selection.ts'
import type { RethinkerSettings } from './settings.ts'

/** A round of the selector. Plain data. */
export interface Selection {
  /** From 0; of the final adjudication, the next one. */
  readonly round: number
  /** Numbers of the responses as they were shown. */
  readonly order: readonly number[]
  /** Null where none of those shown was named. */
  readonly pick: number | null
  /** Of what it wrote last; null where the server gives no log probabilities. */
  readonly ppl: number | null
  /** That `ppl` is over. */
  readonly tokens: number
  readonly text: string
}

type Picked = Pick<Selection, 'pick' | 'ppl'>

/** Prompts call the perplexity an entropy. */
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

/** Whether the last picks are the same and none was less certain than the setting. Never without log probabilities. */
export function gateStops(
  history: readonly Picked[],
  { gatePerplexity, gateAgreement }: Pick<RethinkerSettings, 'gatePerplexity' | 'gateAgreement'>,
): boolean {
  if (gatePerplexity === null || history.length < gateAgreement) return false
  const last = history.slice(-gateAgreement)
  const [first] = last
  return last.every(
    ({ pick, ppl }) => pick !== null && pick === first?.pick && ppl !== null && ppl <= gatePerplexity,
  )
}

/** In ascending order. */
export function distinctPicks(history: readonly Picked[]): number[] {
  const picks = history.flatMap(({ pick }) => (pick === null ? [] : [pick]))
  return [...new Set(picks)].sort((one, other) => one - other)
}

/** The one with most picks, then with the lowest mean perplexity, then the lowest number. `among` is not empty. */
export function mostPicked(history: readonly Picked[], among: readonly number[]): number {
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

/** The first of those with the commonest answer. */
export function commonest(answers: readonly string[]): number {
  return fallbackChoice(answers.map((answer) => ({ composite: null, answer }))) + 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Two infinities are equal. */
function compared(one: number, other: number): number {
  return one === other ? 0 : one - other
}
