/** How well, how fast and at what price does a backend answer judged questions? */
import type { Hit, RetrievalUsage, Retriever } from '../retrieval/index.ts'
import { bootstrapIntervals, type Interval } from './bootstrap.ts'
import {
  type Judgements,
  METRIC_DEPTH,
  METRICS,
  type Metric,
  type MetricValues,
  mean,
  metricsOf,
  metricValues,
  percentile,
} from './metrics.ts'
import { summedUsage } from './usage.ts'

export interface JudgedQuestion {
  readonly id: string
  readonly text: string
  /** Of papers by their best unit, or of units; 0 for judged and not relevant. */
  readonly judgements: Judgements
  /** True where units are judged: several of one paper may be right then. */
  readonly isOfUnits?: boolean
}

/** What one question came to. */
export interface QuestionFigures extends MetricValues {
  readonly id: string
  readonly ms: number
  readonly stages: Readonly<Record<string, number>>
  readonly usage?: RetrievalUsage
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
  /** Sum over the questions; absent where the backend asks no model. */
  readonly usage?: RetrievalUsage
}

export interface RetrievalEvaluation {
  readonly figures: RetrievalFigures
  /** In the order asked. */
  readonly questions: readonly QuestionFigures[]
}

/** What the judgements of a question call a hit. */
export type IdOfHit = (hit: Hit, question: JudgedQuestion) => string | Promise<string>

/** Asks every question that has a relevant document once, after one to warm up. */
export async function evaluateRetrieval(
  retriever: Retriever,
  questions: readonly JudgedQuestion[],
  nameOf: IdOfHit,
  signal?: AbortSignal,
): Promise<RetrievalEvaluation> {
  const judged = questions.filter(({ judgements }) => [...judgements.values()].some((gain) => gain > 0))
  const ask = ({ text, isOfUnits }: JudgedQuestion) =>
    retriever.retrieve({ text, k: METRIC_DEPTH, onePerPaper: isOfUnits !== true }, signal)
  if (judged[0] !== undefined) await ask(judged[0])
  const rows: QuestionFigures[] = []
  for (const question of judged) {
    signal?.throwIfAborted()
    const started = performance.now()
    const { hits, stages, usage } = await ask(question)
    const ms = performance.now() - started
    const names = await Promise.all(hits.map((hit) => nameOf(hit, question)))
    // Two hits may stand for one judged document: the second one finds nothing new.
    const ranking = [...new Set(names)]
    rows.push({
      id: question.id,
      ...metricsOf(ranking, question.judgements),
      ms,
      stages,
      ...(usage === undefined ? {} : { usage }),
    })
  }
  return { figures: figuresOf(rows), questions: rows }
}

export function figuresOf(rows: readonly QuestionFigures[]): RetrievalFigures {
  const series = METRICS.map((metric) => rows.map((row) => row[metric]))
  const ends = bootstrapIntervals(series)
  const { p50Ms, p99Ms } = latencyOf(rows.map(({ ms }) => ms))
  const usage = summedUsage(rows.flatMap((row) => row.usage ?? []))
  return {
    queries: rows.length,
    ...metricValues((_, at) => mean(series[at] as number[])),
    p50Ms,
    p99Ms,
    intervals: metricValues((_, at) => ends[at] as Interval),
    stages: stageLatencies(rows),
    ...(usage === null ? {} : { usage }),
  }
}

/** In the order in which the stages first come; a question without a stage spends 0 ms in it. */
function stageLatencies(rows: readonly QuestionFigures[]): Record<string, Latency> {
  const names = [...new Set(rows.flatMap(({ stages }) => Object.keys(stages)))]
  return Object.fromEntries(
    names.map((name) => [name, latencyOf(rows.map(({ stages }) => stages[name] ?? 0))]),
  )
}

function latencyOf(values: readonly number[]): Latency {
  return { meanMs: mean(values), p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) }
}
