/** The tables of a report as rows of cells; the first row is the header. */
import type { RetrievalUsage } from '../../retrieval/index.ts'
import { withInterval } from '../bootstrap.ts'
import { METRICS } from '../metrics.ts'
import { TESTED_METRICS } from '../pairs.ts'
import type { RetrievalFigures } from '../retrieval.ts'
import { beatenBy, METRIC_TITLES, marksOf, type RetrievalReport } from './report.ts'

export type Row = readonly string[]

/** Returns means with their intervals and the marks of the backends that are significantly worse. */
export function qualityRows(report: RetrievalReport): Row[] {
  const marks = marksOf(report)
  const rows = Object.entries(report.backends).map(([name, figures]) => [
    marks.get(name) ?? '',
    name,
    ...TESTED_METRICS.map((metric) => {
      const beaten = beatenBy(name, metric, report)
      return `${withInterval(figures[metric], figures.intervals[metric], share)}${beaten === '' ? '' : ` > ${beaten}`}`
    }),
  ])
  return [['', 'backend', ...TESTED_METRICS.map((metric) => METRIC_TITLES[metric])], ...rows]
}

/** Returns the metrics that are not tested. */
export function furtherRows({ backends }: RetrievalReport): Row[] {
  const metrics = METRICS.filter((metric) => !TESTED_METRICS.some((tested) => tested === metric))
  const asked = [...new Set(Object.values(backends).flatMap(({ measures }) => Object.keys(measures ?? {})))]
  const rows = Object.entries(backends).map(([name, figures]) => [
    name,
    ...metrics.map((metric) => share(figures[metric])),
    ...asked.map((name) => share(figures.measures?.[name] ?? Number.NaN)),
  ])
  return [['backend', ...metrics.map((metric) => METRIC_TITLES[metric]), ...asked], ...rows]
}

/** Returns which backends answered for those that delegate. */
export function answeredRows({ backends, sameAs }: RetrievalReport): Row[] {
  const rows = Object.entries(backends).flatMap(([name, { answeredBy }]) => {
    if (answeredBy === undefined) return []
    const counts = Object.entries(answeredBy).map(([by, count]) => `${by} ${count}`)
    const same = sameAs[name] === undefined ? '' : `; the same as ${sameAs[name]}, so not tested`
    return [[name, `${counts.join(', ')}${same}`]]
  })
  return rows.length === 0 ? [] : [['backend', 'questions answered by'], ...rows]
}

/** Returns milliseconds of one question, p50 / p99, in total and by stage. */
export function latencyRows({ backends }: RetrievalReport): Row[] {
  const stages = [...new Set(Object.values(backends).flatMap((figures) => Object.keys(figures.stages)))]
  const rows = Object.entries(backends).map(([name, figures]) => [
    name,
    bothEnds(figures),
    ...stages.map((stage) => (figures.stages[stage] === undefined ? '–' : bothEnds(figures.stages[stage]))),
  ])
  return [['backend', 'total', ...stages], ...rows]
}

/** Returns the usage of models; empty if no backend asks a model. */
export function usageRows({ backends }: RetrievalReport): Row[] {
  const rows = Object.entries(backends).flatMap(([name, { usage, queries }]) =>
    usage === undefined ? [] : [[name, ...usageCells(usage), costCell(usage, queries)]],
  )
  if (rows.length === 0) return []
  return [['backend', 'calls', 'prompt tokens', 'completion tokens', 'cost', 'cost of a question'], ...rows]
}

export function pairRows({ pairs }: RetrievalReport): Row[] {
  const rows = pairs.map(({ metric, better, worse, difference, interval, ...tested }) => [
    METRIC_TITLES[metric],
    better,
    worse,
    withInterval(difference, interval, share),
    probability(tested.p),
    probability(tested.adjustedP),
    tested.isSignificant ? 'yes' : 'no',
  ])
  return [['metric', 'better', 'worse', 'difference', 'p', 'p (Holm)', 'significant'], ...rows]
}

export function share(value: number): string {
  return value.toFixed(3).replace(/^-0\.000$/, '0.000')
}

/** Formats with three significant figures, which are enough for people; JSON has all of them. */
export function milliseconds(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function bothEnds({ p50Ms, p99Ms }: Pick<RetrievalFigures, 'p50Ms' | 'p99Ms'>): string {
  return `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)} ms`
}

function usageCells({ calls, promptTokens, completionTokens, cost }: RetrievalUsage): string[] {
  return [calls, promptTokens, completionTokens].map(String).concat(dollars(cost))
}

function costCell({ cost }: RetrievalUsage, queries: number): string {
  return dollars(cost === null || queries === 0 ? null : cost / queries)
}

export function dollars(value: number | null): string {
  return value === null ? 'not known' : `$${value.toFixed(value < 0.1 ? 5 : 2)}`
}

function probability(p: number): string {
  return p < 0.0005 ? '< 0.0005' : p.toFixed(4)
}
