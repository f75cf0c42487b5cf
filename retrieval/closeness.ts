/** How close does a corpus come to a question? Figures that can be compared between questions and corpora, whichever backend answers. */
import { languageOfQuestion } from '../core/index.ts'
import type { CandidateSource, Filter, IndexView } from '../index/index.ts'
import { bestFirst } from './best-first.ts'
import { coverageFusion } from './fusion.ts'
import { termsOfQuestion } from './read-question.ts'

export interface Closeness {
  /** Best cosine of a unit; null where no vector was given. */
  readonly cosine: number | null
  /** Cosine of the unit that `hybrid` ranks first; null where no vector was given. Off the topic, words and vectors choose different units. */
  readonly first: number | null
  /** Mean cosine of the units that were read: how much of the corpus is about such things; null where no vector was given. */
  readonly background: number | null
  /** Share of the question's terms, by rarity, that the best unit has, 0 to 1. */
  readonly best: number
  /** The share that the best five units have together: a question may join what several say. */
  readonly five: number
  /** log(1 + terms): of a long question less can be covered. */
  readonly length: number
  /** Share of its words that are terms, 0 to 1: about half of a sentence, most of key words. */
  readonly density: number
}

export interface CloseQuestion {
  readonly text: string
  /** By the embedder of the index; null where vectors do not count. */
  readonly vector: Float32Array | null
  readonly filter: Filter | null
}

// As hybrid retrieval asks for.
const DEPTH = 100
const UNITS_READ = 5
const WORD = /[\p{L}\p{N}]+/gu
/**
 * Rarity is counted as if the corpus had so many more units without the term: in a corpus of one paper the words that the paper is about
 * are in every unit, and would count for nothing. Chosen, not measured.
 */
const BACKGROUND_UNITS = 1_000

/** The best units are those of `hybrid`. Null where nothing is near: an empty corpus, or a question without a word. */
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
    // "㎞" has a term, and no word as it is written.
    density: Math.min(1, terms.length / (text.match(WORD)?.length ?? 1)),
  }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at]!
  return sum / values.length
}
