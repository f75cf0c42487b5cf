/** Compares settings question by question: which of them solve questions that others do not. */
import {
  bootstrapInterval,
  holmAdjusted,
  type Interval,
  mean,
  pairedRandomisation,
} from '../../../../comparison/index.ts'

/** Questions of one setting, each with the share of its runs that were right. Unjudged runs count as not right. */
export interface SolvedShares {
  readonly name: string
  readonly shares: ReadonlyMap<string, number>
}

export interface SolvedPair {
  readonly one: string
  readonly other: string
  /** Questions that only one of the two solved. */
  readonly onlyOne: number
  readonly onlyOther: number
  /** Difference of the mean shares, with its interval (95 %, bootstrap over questions). */
  readonly difference: number
  readonly interval: Interval
  /** Two-sided paired randomisation; `adjusted` by Holm over all pairs. */
  readonly p: number
  readonly adjusted: number
}

export interface SolvedOverlap {
  /** Questions that every setting was asked; only these are compared. */
  readonly questions: readonly string[]
  /** Number of questions asked of some settings only. */
  readonly leftOut: number
  /** Questions with most of their runs right, by setting. */
  readonly solved: Readonly<Record<string, readonly string[]>>
  readonly byAll: readonly string[]
  readonly byNone: readonly string[]
  /** Questions that no other setting solved, by setting. */
  readonly byItAlone: Readonly<Record<string, readonly string[]>>
  /** Number of questions solved by at least one setting: the score of a perfect choice among them. */
  readonly byAny: number
  readonly pairs: readonly SolvedPair[]
}

/** Returns the comparison, or null for fewer than two settings or without common questions. */
export function solvedOverlap(settings: readonly SolvedShares[]): SolvedOverlap | null {
  const all = new Set(settings.flatMap(({ shares }) => [...shares.keys()]))
  const questions = [...all].filter((id) => settings.every(({ shares }) => shares.has(id)))
  if (settings.length < 2 || questions.length === 0) return null
  const solvedBy = settings.map(({ name, shares }) => ({
    name,
    ids: questions.filter((id) => (shares.get(id) ?? 0) > 0.5),
  }))
  const countOf = new Map(
    questions.map((id) => [id, solvedBy.filter(({ ids }) => ids.includes(id)).length] as const),
  )
  const withCount = (count: number) => questions.filter((id) => countOf.get(id) === count)
  return {
    questions,
    leftOut: all.size - questions.length,
    solved: Object.fromEntries(solvedBy.map(({ name, ids }) => [name, ids])),
    byAll: withCount(settings.length),
    byNone: withCount(0),
    byItAlone: Object.fromEntries(
      solvedBy.map(({ name, ids }) => [name, ids.filter((id) => countOf.get(id) === 1)]),
    ),
    byAny: questions.length - withCount(0).length,
    pairs: pairsOf(settings, questions),
  }
}

function pairsOf(settings: readonly SolvedShares[], questions: readonly string[]): SolvedPair[] {
  const tested = settings.flatMap((one, place) =>
    settings.slice(place + 1).map((other) => {
      const ofOne = questions.map((id) => one.shares.get(id) ?? 0)
      const ofOther = questions.map((id) => other.shares.get(id) ?? 0)
      const differences = ofOne.map((share, at) => share - (ofOther[at] ?? 0))
      return {
        one: one.name,
        other: other.name,
        onlyOne: only(ofOne, ofOther),
        onlyOther: only(ofOther, ofOne),
        difference: mean(differences),
        interval: bootstrapInterval(differences),
        p: pairedRandomisation(ofOne, ofOther),
      }
    }),
  )
  const adjusted = holmAdjusted(tested.map(({ p }) => p))
  return tested.map((pair, at) => ({ ...pair, adjusted: adjusted[at] ?? 1 }))
}

function only(ofOne: readonly number[], ofOther: readonly number[]): number {
  return ofOne.filter((share, at) => share > 0.5 && (ofOther[at] ?? 0) <= 0.5).length
}
