/** Measures how close a corpus is to a question, in figures that can be compared across questions, corpora and backends. */
import { languageOfQuestion } from '../core/index.ts'
import type { CandidateSource, Filter, IndexView } from '../index/index.ts'
import { bestFirst } from './best-first.ts'
import { coverageFusion } from './fusion.ts'
import { termsOfQuestion } from './read-question.ts'

export interface Closeness {
  /** Best cosine of a unit; null if no vector was given. */
  readonly cosine: number | null
  /** Cosine of the unit that `hybrid` ranks first, or null. Off topic, words and vectors choose different units. */
  readonly first: number | null
  /** Mean cosine of the units read, which shows how much of the corpus is on the subject; null if no vector was given. */
  readonly background: number | null
  /** Share of the question's terms, weighted by rarity, that the best unit contains, 0 to 1. */
  readonly best: number
  /** Share that the best five units contain together: a question may join what several units say. */
  readonly five: number
  /** log(1 + terms): less of a long question can be covered. */
  readonly length: number
  /** Share of the question's words that are terms, 0 to 1: about half in a sentence, most in a list of key words. */
  readonly density: number
}

export interface CloseQuestion {
  readonly text: string
  /** Vector of the question by the embedder of the index; null if vectors do not count. */
  readonly vector: Float32Array | null
  readonly filter: Filter | null
}

// The depth that hybrid retrieval uses.
const DEPTH = 100
const UNITS_READ = 5
const WORD = /[\p{L}\p{N}]+/gu
/**
 * Rarity is counted as if the corpus had this many more units without the term. Otherwise the subject words of a corpus of one paper, which
 * are in every unit, would count for nothing. Chosen, not measured.
 */
const BACKGROUND_UNITS = 1_000

/** Returns the figures for the best units of `hybrid`. Null if nothing is near: an empty corpus, or a question without words. */
export function closenessOf(
  index: Pick<CandidateSource, 'read'>,
  question: CloseQuestion,
): Promise<Closeness | null> {
  return index.read((view) => closenessIn(view, question))
}

function closenessIn(view: IndexView, { text, vector, filter }: CloseQuestion): Closeness | null {
  const terms = termsOfQuestion(text, languageOfQuestion(text, view.languages()))
  const candidates = view.candidates({ terms: view.terms(text), vector, depth: DEPTH, filter })
  if (terms.length === 0 || candidates.units.length === 0) return null
  const order = bestFirst(coverageFusion()(candidates), UNITS_READ)
  const found = order.map(
    (at) => new Set(view.explainWords(terms, candidates.units[at]!).map(({ term }) => term)),
  )
  const units = view.size() + 1
  const background = Math.log((units + BACKGROUND_UNITS) / units)
  const rarity = view.rarity(terms).map((one) => one + background)
  const whole = rarity.reduce((sum, one) => sum + one, 0)
  const shareOf = (has: (term: string) => boolean) =>
    terms.reduce((sum, term, at) => sum + (has(term) ? rarity[at]! : 0), 0) / whole
  return {
    cosine: vector === null ? null : Math.max(...candidates.cosines),
    first: vector === null ? null : candidates.cosines[order[0]!]!,
    background: vector === null ? null : meanOf(candidates.cosines),
    best: shareOf((term) => found[0]!.has(term)),
    five: shareOf((term) => found.some((unit) => unit.has(term))),
    length: Math.log(1 + terms.length),
    // "㎞" has a term but no word as it is written.
    density: Math.min(1, terms.length / (text.match(WORD)?.length ?? 1)),
  }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at]!
  return sum / values.length
}
