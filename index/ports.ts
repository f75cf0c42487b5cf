/** What retrieval may ask of an index, and what an index asks of a nearest-neighbour library. Adapters live in ./adapters. */
import type { UnitKind } from '../corpus/index.ts'
import type { TermShare } from './words/postings.ts'

/** Which units may be hits. Every part that is given must hold; a list holds where one of its members does. */
export interface Filter {
  readonly papers?: readonly string[]
  /** Both ends included; units of papers without a year are left out where one is given. */
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly topics?: readonly string[]
  readonly kinds?: readonly UnitKind[]
}

/** A question as the index is asked it. */
export interface CandidateQuery {
  /** Index terms of the question; null where words do not count. */
  readonly terms: readonly string[] | null
  /** The question's vector, unit length, by the index's embedder; null where vectors do not count. */
  readonly vector: Float32Array | null
  /** How many units each side puts forward. */
  readonly depth: number
  readonly filter: Filter | null
  /** Only these are scored, and none is looked for; those that the filter does not allow are left out. */
  readonly units?: readonly string[]
}

/** Lowest and highest score over all units that the filter allows. */
export interface Range {
  readonly lowest: number
  readonly highest: number
}

/** The best units by words and the best by vectors, each with both scores. Arrays run parallel; the order means nothing. */
export interface Candidates {
  readonly units: readonly string[]
  /** The papers of the units. */
  readonly papers: readonly string[]
  /** BM25; 0 where no word matches or words were not asked for. */
  readonly words: Float32Array
  /** Cosine; 0 where vectors were not asked for. */
  readonly cosines: Float32Array
  readonly wordRange: Range
  /** BM25 score that no unit of any length exceeds: the sum of the terms' inverse frequencies. 0 where words were not asked for. */
  readonly wordsPossible: number
  readonly cosineRange: Range
}

/** An index as it is between two changes of its corpus. */
export interface IndexView {
  /** Number of units it answers from. */
  size(): number
  /** ISO 639-3 codes of the languages that its units are in, most units first; empty for an empty corpus. */
  languages(): readonly string[]
  /** Index terms of a question in the languages of the units, repeats included; for units in English alone those of `words`. */
  terms(question: string): string[]
  /** The `depth` best units of each side, with the scores of both. An empty corpus gives none. */
  candidates(query: CandidateQuery): Candidates
  /** Each term's inverse document frequency; a term of no unit counts as the rarest. */
  rarity(terms: readonly string[]): number[]
  /** For each term, the places in `units` of those that have it. Each unit stands once; an unknown one has no term. */
  placesWith(terms: readonly string[], units: readonly string[]): number[][]
  /** Each term's part in the BM25 score of a unit, greatest first; empty for an unknown unit. */
  explainWords(terms: readonly string[], unit: string): TermShare[]
}

type Asynchronous<View> = {
  [Name in keyof View]: View[Name] extends (...parts: infer Parts) => infer Value
    ? (...parts: Parts) => Promise<Value>
    : never
}

/** An index over one corpus. It answers for the corpus as it is at the call, whenever the artefact was built. */
export interface CandidateSource
  extends Asynchronous<Pick<IndexView, 'size' | 'languages' | 'terms' | 'candidates' | 'explainWords'>> {
  /** Several answers for the same state of the corpus, which is looked up once for all of them. `answer` must not keep the view. */
  read<T>(answer: (view: IndexView) => T): Promise<T>
}

/** Approximate nearest neighbours by cosine over rows numbered by the caller. */
export interface Neighbours {
  /** `vector` has unit length; a row is added once. */
  add(row: number, vector: Float32Array): void
  remove(row: number): void
  /** At most `count` rows, nearest first. */
  search(
    vector: Float32Array,
    count: number,
  ): { readonly rows: ArrayLike<number>; readonly cosines: Float32Array }
  /** Writes the graph to one file, for `OpenNeighbours`. */
  save(path: string): void
}

/** An empty graph, or the one saved at `path`; null where the library cannot run on this platform. */
export type OpenNeighbours = (dims: number, path: string | null) => Neighbours | null
