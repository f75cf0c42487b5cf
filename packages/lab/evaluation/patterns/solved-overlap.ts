/** Which setting solves what another does not: settings that were asked the same questions, question by question. */
import {
  bootstrapInterval,
  holmAdjusted,
  type Interval,
  mean,
  pairedRandomisation,
} from '../../../../comparison/index.ts'

/** Of one setting: each question that it was asked, with the share of its runs that were right. What was not judged is not right. */
export interface SolvedShares {
  readonly name: string
  readonly shares: ReadonlyMap<string, number>
}

export interface SolvedPair {
  readonly one: string
  readonly other: string
  /** Questions that only one of them solved. */
  readonly onlyOne: number
  readonly onlyOther: number
  /** Of the mean shares, with its interval (95 %, bootstrap over questions). */
  readonly difference: number
  readonly interval: Interval
  /** Paired randomisation, two-sided; `adjusted` after Holm over all pairs. */
  readonly p: number
  readonly adjusted: number
}

export interface SolvedOverlap {
  /** That every setting was asked; only these are compared. */
  readonly questions: readonly string[]
  /** Asked of some settings and not of all. */
  readonly leftOut: number
  /** By setting: questions with most of their runs right. */
  readonly solved: Readonly<Record<string, readonly string[]>>
  readonly byAll: readonly string[]
  readonly byNone: readonly string[]
  /** By setting: what no other one solved. */
  readonly byItAlone: Readonly<Record<string, readonly string[]>>
  /** Solved by one setting at least: what a perfect choice among them would come to. */
  readonly byAny: number
  readonly pairs: readonly SolvedPair[]
}

/** Null for fewer than two settings, and where they have no question in common. */
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
