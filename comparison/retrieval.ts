/** Measures how well, how fast and at what price a backend answers judged questions. */
import { defined } from '../core/index.ts'
import type { Hit, RetrievalUsage, Retriever } from '../retrieval/index.ts'
import { bootstrapIntervals, type Interval } from './bootstrap.ts'
import type { Judgements, Measure } from './measures.ts'
import {
  METRIC_DEPTH,
  METRICS,
  type Metric,
  type MetricValues,
  mean,
  metricsOf,
  metricValues,
  percentile,
} from './metrics.ts'
import type { RunHit } from './run-file.ts'

export interface JudgedQuestion {
  readonly id: string
  readonly text: string
  /** Grades of papers, found by their best unit, or of units; 0 for judged and not relevant. */
  readonly judgements: Judgements
  /** Whether units are judged: several of one paper may then be right. */
  readonly isOfUnits?: boolean
}

/** The result of one question. */
export interface QuestionFigures extends MetricValues {
  readonly id: string
  readonly ms: number
  readonly stages: Readonly<Record<string, number>>
  readonly usage?: RetrievalUsage
  /** Backend that answered, if the one that was asked delegated to it. */
  readonly by?: string
  /** Values of further measures, by name. */
  readonly measures?: Readonly<Record<string, number>>
}

export interface Latency {
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Means over the questions, with 95 % intervals. */
export interface RetrievalFigures extends MetricValues {
  readonly queries: number
  /** Milliseconds of one question, from its text to its ranking. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly intervals: Readonly<Record<Metric, Interval>>
  readonly stages: Readonly<Record<string, Latency>>
  /** Sum over the questions; absent if the backend asks no model. */
  readonly usage?: RetrievalUsage
  /** Number of questions by the backend that answered them, if the one that was asked delegated. */
  readonly answeredBy?: Readonly<Record<string, number>>
  /** Means of further measures, by name. */
  readonly measures?: Readonly<Record<string, number>>
}

export interface EvaluationOptions {
  /** Measures in addition to those of every report. */
  readonly measures?: readonly Measure[] | undefined
  /** Number of hits to ask for; at least as many as the measures consider. */
  readonly depth?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Hits to ask for if a measure considers the whole ranking. TREC's convention. */
export const RUN_DEPTH = 1_000

/** Returns the id that the judgements of a question use for a hit. */
export type IdOfHit = (hit: Hit, question: JudgedQuestion) => string | Promise<string>

/** Asks every question that has a relevant document once, after one warm-up question. */
export async function evaluateRetrieval(
  retriever: Retriever,
  questions: readonly JudgedQuestion[],
  nameOf: IdOfHit,
  { measures = [], depth = METRIC_DEPTH, signal }: EvaluationOptions = {},
) {
  const k = Math.max(METRIC_DEPTH, depth, ...measures.map((one) => Math.min(RUN_DEPTH, one.depth)))
  const judged = questions.filter(({ judgements }) => [...judgements.values()].some((gain) => gain > 0))
  const ask = ({ text, isOfUnits }: JudgedQuestion) =>
    retriever.retrieve({ text, k, onePerPaper: isOfUnits !== true }, signal)
  if (judged[0] !== undefined) await ask(judged[0])
  const rows: QuestionFigures[] = []
  const found = new Map<string, readonly RunHit[]>()
  for (const question of judged) {
    signal?.throwIfAborted()
    const started = performance.now()
    const { hits, stages, usage, by } = await ask(question)
    const ms = performance.now() - started
    const documents = await documentsOf(hits, question, nameOf)
    const ranking = documents.map(({ document }) => document)
    found.set(question.id, documents)
    rows.push({
      id: question.id,
      ...metricsOf(ranking, question.judgements),
      ms,
      stages,
      ...defined({ usage, by }),
      ...(measures.length === 0 ? {} : { measures: measuredOf(ranking, question.judgements, measures) }),
    })
  }
  const figures = figuresOf(rows)
  const further = measures.length === 0 ? {} : { measures: furtherMeans(rows, measures) }
  return { figures: { ...figures, ...further }, questions: rows, found }
}

/** Returns the documents of the hits. Two hits may belong to one judged document: the second one finds nothing new. */
async function documentsOf(
  hits: readonly Hit[],
  question: JudgedQuestion,
  nameOf: IdOfHit,
): Promise<readonly RunHit[]> {
  const scores = new Map<string, number>()
  for (const hit of hits) {
    const document = await nameOf(hit, question)
    if (!scores.has(document)) scores.set(document, hit.score)
  }
  return [...scores].map(([document, score]) => ({ document, score }))
}

function furtherMeans(rows: readonly QuestionFigures[], measures: readonly Measure[]) {
  return meansOf(
    rows.map((row) => row.measures ?? {}),
    measures,
  )
}

export function figuresOf(rows: readonly QuestionFigures[]): RetrievalFigures {
  const series = METRICS.map((metric) => rows.map((row) => row[metric]))
  const ends = bootstrapIntervals(series)
  const { p50Ms, p99Ms } = latencyOf(rows.map(({ ms }) => ms))
  const usage = summedUsage(rows.flatMap((row) => row.usage ?? []))
  const answeredBy = countsOf(rows.flatMap(({ by }) => by ?? []))
  return {
    queries: rows.length,
    ...metricValues((_, at) => mean(series[at] as number[])),
    p50Ms,
    p99Ms,
    intervals: metricValues((_, at) => ends[at] as Interval),
    stages: stageLatencies(rows),
    ...(usage === null ? {} : { usage }),
    ...(Object.keys(answeredBy).length === 0 ? {} : { answeredBy }),
  }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts = Map.groupBy(names, (name) => name)
  return Object.fromEntries([...counts].map(([name, of]) => [name, of.length]))
}

/** Returns latencies in the order in which the stages first occur; a question without a stage spends 0 ms in it. */
function stageLatencies(rows: readonly QuestionFigures[]): Record<string, Latency> {
  const names = [...new Set(rows.flatMap(({ stages }) => Object.keys(stages)))]
  return Object.fromEntries(
    names.map((name) => [name, latencyOf(rows.map(({ stages }) => stages[name] ?? 0))]),
  )
}

function latencyOf(values: readonly number[]): Latency {
  return { meanMs: mean(values), p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) }
}

/** Returns the values of the measures, by name. */
export function measuredOf(
  ranking: readonly string[],
  judgements: Judgements,
  measures: readonly Measure[],
): Record<string, number> {
  return Object.fromEntries(measures.map(({ name, of }) => [name, of(ranking, judgements)]))
}

/** Returns the mean of each measure over the questions, also of counts such as `NumRet`. */
export function meansOf(
  rows: readonly Readonly<Record<string, number>>[],
  measures: readonly Measure[],
): Record<string, number> {
  return Object.fromEntries(measures.map(({ name }) => [name, mean(rows.map((row) => row[name]!))]))
}

/** Adds usage; null for no parts. The cost is unknown if that of any part is. */
function summedUsage(parts: readonly RetrievalUsage[]): RetrievalUsage | null {
  if (parts.length === 0) return null
  return parts.reduce((sum, part) => ({
    calls: sum.calls + part.calls,
    promptTokens: sum.promptTokens + part.promptTokens,
    completionTokens: sum.completionTokens + part.completionTokens,
    cost: sum.cost === null || part.cost === null ? null : sum.cost + part.cost,
  }))
}
