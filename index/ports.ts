/** The interface of an index for retrieval, and of a nearest-neighbour library for an index. Adapters are in ./adapters. */
import type { UnitKind } from '../corpus/index.ts'
import type { TermShare } from './words/postings.ts'

/** Which units may be hits. All given fields must match; a list matches if one of its members does. */
export interface Filter {
  readonly papers?: readonly string[]
  /** Range of years, both ends included; if an end is given, units of papers without a year are left out. */
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly topics?: readonly string[]
  readonly kinds?: readonly UnitKind[]
}

/** A question in the form that an index takes. */
export interface CandidateQuery {
  /** Index terms of the question; null to ignore words. */
  readonly terms: readonly string[] | null
  /** The question's vector, of unit length, by the index's embedder; null to ignore vectors. */
  readonly vector: Float32Array | null
  /** Number of units to take from each side. */
  readonly depth: number
  readonly filter: Filter | null
  /** If given, only these units are scored, without a search; those that the filter excludes are left out. */
  readonly units?: readonly string[]
}

/** Lowest and highest score over all units that the filter allows. */
export interface Range {
  readonly lowest: number
  readonly highest: number
}

/** The best units by words and the best by vectors, each with both scores. The arrays are parallel; their order has no meaning. */
export interface Candidates {
  readonly units: readonly string[]
  /** The papers of the units. */
  readonly papers: readonly string[]
  /** BM25 scores; 0 if no word matches or words are ignored. */
  readonly words: Float32Array
  /** Cosines; 0 if vectors are ignored. */
  readonly cosines: Float32Array
  readonly wordRange: Range
  /** Upper bound of BM25 scores for units of any length: the sum of the terms' inverse frequencies. 0 if words are ignored. */
  readonly wordsPossible: number
  readonly cosineRange: Range
}

/** An index in its state between two changes of its corpus. */
export interface IndexView {
  /** Returns the number of units in the index. */
  size(): number
  /** Returns ISO 639-3 codes of the units' languages, most units first; none for an empty corpus. */
  languages(): readonly string[]
  /** Returns index terms of a question in the languages of the units, repeats included; for units only in English, those of `words`. */
  terms(question: string): string[]
  /** Returns the `depth` best units of each side, with the scores of both; none for an empty corpus. */
  candidates(query: CandidateQuery): Candidates
  /** Returns each term's inverse document frequency; a term of no unit counts as the rarest. */
  rarity(terms: readonly string[]): number[]
  /** Returns, for each term, the indices in `units` of those that have it. Units must be distinct; an unknown one has no term. */
  placesWith(terms: readonly string[], units: readonly string[]): number[][]
  /** Returns each term's share of a unit's BM25 score, greatest first; none for an unknown unit. */
  explainWords(terms: readonly string[], unit: string): TermShare[]
}

type Asynchronous<View> = {
  [Name in keyof View]: View[Name] extends (...parts: infer Parts) => infer Value
    ? (...parts: Parts) => Promise<Value>
    : never
}

/** An index over one corpus. Answers are current to the time of the call, whenever the artefact was built. */
export interface CandidateSource
  extends Asynchronous<Pick<IndexView, 'size' | 'languages' | 'terms' | 'candidates' | 'explainWords'>> {
  /** Computes several answers for the same state of the corpus, which is checked once for all of them. `answer` must not keep the view. */
  read<T>(answer: (view: IndexView) => T): Promise<T>
}

/** Approximate nearest neighbours by cosine, over rows numbered by the caller. */
export interface Neighbours {
  /** Adds a row, once. `vector` has unit length. */
  add(row: number, vector: Float32Array): void
  remove(row: number): void
  /** Returns at most `count` rows, nearest first. */
  search(
    vector: Float32Array,
    count: number,
  ): { readonly rows: ArrayLike<number>; readonly cosines: Float32Array }
  /** Writes the graph to one file, for `OpenNeighbours`. */
  save(path: string): void
}

/** Opens an empty graph, or the one saved at `path`; returns null if the library cannot run on this platform. */
export type OpenNeighbours = (dims: number, path: string | null) => Neighbours | null
