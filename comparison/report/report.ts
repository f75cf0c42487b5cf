/** The result of comparing backends on judged questions: one object for table, JSON, Markdown and picture. */
import type { ErrorCode } from '../../core/index.ts'
import type { Metric } from '../metrics.ts'
import type { PairFigures } from '../pairs.ts'
import type { RetrievalFigures } from '../retrieval.ts'

export interface BackendFailure {
  readonly code: ErrorCode
  readonly message: string
  readonly help: string
}

export interface RetrievalReport {
  readonly corpus: string
  /** State of the corpus, raised by every change. */
  readonly seq: number
  readonly embedder: string
  readonly gloss: { readonly version: string; readonly commit: string | null }
  readonly questions: { readonly queries: string; readonly qrels: string; readonly asked: number }
  /** Whether a model or a template made questions: their figures mean less than those for people's questions. */
  readonly synthetic: boolean
  /** Lines and judgements without effect, by reason. */
  readonly losses: Readonly<Record<string, number>>
  readonly backends: Readonly<Record<string, RetrievalFigures>>
  /** Backends that could not answer, with the reason. */
  readonly failures: Readonly<Record<string, BackendFailure>>
  readonly pairs: readonly PairFigures[]
  /** Backends that delegated every question to another one; they are not tested against others. */
  readonly sameAs: Readonly<Record<string, string>>
  /** Conditions of the measurement; absent for a report that was not made by measuring. */
  readonly provenance?: Provenance
}

/** What a reader needs to get the same figures, or to see why theirs differ. */
export interface Provenance {
  /** ISO 8601 date. */
  readonly date: string
  /** Digest over the ids of all units and passages, which are digests of their texts. */
  readonly units: string
  /** Settings as given, or the defaults. */
  readonly settings: Readonly<Record<string, string | number | null>>
  /** Seed of the bootstrap and of the tests. */
  readonly seed: number
  readonly machine: string
}

export const METRIC_TITLES: Readonly<Record<Metric, string>> = {
  'ndcg@10': 'nDCG@10',
  'mrr@10': 'MRR@10',
  'recall@2': 'Recall@2',
  'recall@5': 'Recall@5',
  'recall@10': 'Recall@10',
  'hit@1': 'Hit@1',
  'hit@5': 'Hit@5',
  'hit@10': 'Hit@10',
}

export const SYNTHETIC_NOTICE =
  'The questions are synthetic: generated from the corpus, not asked by people. Use them to compare backends with each other, not to judge how well real questions are answered. Template questions repeat names of the graph, which favours the backends that walk it.'

/** Returns the mark of each backend: a for the first, b for the second. */
export function marksOf({ backends }: Pick<RetrievalReport, 'backends'>): ReadonlyMap<string, string> {
  const first = 'a'.charCodeAt(0)
  return new Map(Object.keys(backends).map((name, place) => [name, String.fromCharCode(first + place)]))
}

/** Returns the marks of the backends that this one is significantly better than, such as `ac`. */
export function beatenBy(backend: string, metric: Metric, report: RetrievalReport): string {
  const marks = marksOf(report)
  return report.pairs
    .filter((pair) => pair.metric === metric && pair.isSignificant && pair.better === backend)
    .map(({ worse }) => marks.get(worse) ?? '')
    .sort()
    .join('')
}
