/** An in-memory index over a handful of units, simple enough that a backend's results can be computed by hand. */
import { words } from '../../core/index.ts'
import type { Candidates, CorpusIndex, IndexView, Range } from '../../index/index.ts'
import type { CandidateQuery } from '../../index/ports.ts'

export interface FakeUnit {
  readonly unit: string
  /** Default: `paper`. */
  readonly paper?: string
  readonly text?: string
  /** Cosine of the unit with every question; default: 0. */
  readonly cosine?: number
}

export interface FakeIndex extends CorpusIndex {
  /** Every query so far, in order. */
  readonly asked: CandidateQuery[]
}

/** Returns an index in which each matching term scores 1, so a question's maximum is its number of terms. Filters only by paper. */
export function fakeIndex(units: readonly FakeUnit[]): FakeIndex {
  const termsOf = new Map(units.map(({ unit, text = '' }) => [unit, new Set(words(text))]))
  const asked: CandidateQuery[] = []
  const has = (unit: string, term: string) => termsOf.get(unit)?.has(term) === true
  const view: IndexView = {
    size: () => units.length,
    languages: () => ['eng'],
    terms: (question) => words(question),
    explainWords: (terms, unit) =>
      [...new Set(terms)].filter((term) => has(unit, term)).map((term) => ({ term, score: 1 })),
    placesWith: (terms, chosen) =>
      terms.map((term) => [...chosen.keys()].filter((place) => has(chosen[place]!, term))),
    rarity: (terms) =>
      terms.map((term) =>
        Math.log(1 + units.length / (1 + units.filter(({ unit }) => has(unit, term)).length)),
      ),
    candidates(query) {
      asked.push(query)
      const { papers } = query.filter ?? {}
      const allowed = units.filter(({ paper = 'paper' }) => papers === undefined || papers.includes(paper))
      const terms = query.terms ?? []
      const scored = allowed.map(({ unit, paper = 'paper', cosine = 0 }) => ({
        unit,
        paper,
        words: terms.filter((term) => has(unit, term)).length,
        cosine: query.vector === null ? 0 : cosine,
      }))
      const first = (side: 'words' | 'cosine') =>
        scored.toSorted((one, other) => other[side] - one[side]).slice(0, query.depth)
      const best = new Set([
        ...(query.terms === null ? [] : first('words').filter((one) => one.words > 0)),
        ...(query.vector === null ? [] : first('cosine')),
      ])
      const given = (chosen: readonly (typeof scored)[number][]) => candidatesOf(chosen, scored, terms.length)
      const named = query.units === undefined ? null : new Set(query.units)
      return given(scored.filter((one) => (named === null ? best.has(one) : named.has(one.unit))))
    },
  }
  return {
    asked,
    read: async (answer) => answer(view),
    size: async () => view.size(),
    languages: async () => view.languages(),
    terms: async (question) => view.terms(question),
    candidates: async (query) => view.candidates(query),
    explainWords: async (terms, unit) => view.explainWords(terms, unit),
    seq: () => 1,
    refresh: async () => undefined,
    save: async () => true,
  }
}

interface Scored {
  readonly unit: string
  readonly paper: string
  readonly words: number
  readonly cosine: number
}

/** Returns the candidates of a query; `all` are the units over which score ranges are computed. */
export function candidatesOf(
  chosen: readonly Scored[],
  all: readonly Scored[] = chosen,
  wordsPossible = 0,
): Candidates {
  return {
    units: chosen.map(({ unit }) => unit),
    papers: chosen.map(({ paper }) => paper),
    words: Float32Array.from(chosen, (one) => one.words),
    cosines: Float32Array.from(chosen, (one) => one.cosine),
    wordsPossible,
    wordRange: rangeOf(all.map((one) => one.words)),
    cosineRange: rangeOf([...Float32Array.from(all, (one) => one.cosine)]),
  }
}

function rangeOf(values: readonly number[]): Range {
  return values.length === 0
    ? { lowest: 0, highest: 0 }
    : { lowest: Math.min(...values), highest: Math.max(...values) }
}
