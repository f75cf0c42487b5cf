/** Draws a report on retrieval with Observable Plot: means with intervals by metric, and milliseconds by stage. */

import * as Plot from '@observablehq/plot'
import { withInterval } from '../bootstrap.ts'
import { TESTED_METRICS } from '../pairs.ts'
import { milliseconds, share } from '../report/cells.ts'
import { beatenBy, METRIC_TITLES, marksOf, type RetrievalReport, SYNTHETIC_NOTICE } from '../report/report.ts'
import { COLOURS, drawSheet, label, legendMarks, nameMargin, type Sheet } from './plot-sheet.ts'

/** Contrast above 3 on a white and on a nearly black ground; bars and legend use the same order. */
const STAGE_COLOURS = ['#258a7c', '#b9722f', '#5b7cc4', '#b0528a', '#7d8c26', '#96735b', '#7d6bd0', '#78838d']
const ROW_HEIGHT = 34
const AXIS = { grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 38 } as const

export function drawRetrievalReport(report: RetrievalReport): string {
  const stages = stagesOf(report)
  const names = new Map([...marksOf(report)].map(([name, mark]) => [name, label(`${mark}  ${name}`)]))
  const common = {
    height: names.size * ROW_HEIGHT + 84,
    marginTop: 32,
    marginLeft: nameMargin([...names.values()]),
    y: { domain: [...names.values()], label: null },
  }
  return drawSheet(
    sheetOf(report, stages),
    qualityPanels(report, names, common),
    stageBars(report, stages, names, common),
  )
}

function sheetOf(
  { questions, synthetic, corpus, embedder, backends }: RetrievalReport,
  stages: readonly string[],
): Sheet {
  const figures = Object.entries(backends).map(
    ([name, { 'ndcg@10': ndcg, p50Ms }]) => `${name}: nDCG@10 ${ndcg.toFixed(3)}, ${p50Ms.toFixed(2)} ms`,
  )
  const notice = synthetic ? `${SYNTHETIC_NOTICE} ` : ''
  return {
    title: `Backends on ${questions.asked} ${synthetic ? 'synthetic ' : ''}judged questions`,
    subtitle: `Corpus ${corpus}, embedder ${embedder}`,
    summary: `${notice}${figures.join('; ')}. Stages: ${stages.join(', ')}.`,
    note: 'Lines: 95 % bootstrap intervals. > a: significantly better than a (paired randomisation, Holm).',
  }
}

function qualityPanels(
  report: RetrievalReport,
  names: ReadonlyMap<string, string>,
  common: Plot.PlotOptions,
): Plot.PlotOptions {
  const rows = Object.entries(report.backends).flatMap(([name, figures]) =>
    TESTED_METRICS.map((metric) => {
      const [low, high] = figures.intervals[metric]
      const beaten = beatenBy(name, metric, report)
      return {
        name: names.get(name),
        metric: METRIC_TITLES[metric],
        mean: figures[metric],
        low,
        high,
        words: `${share(figures[metric])}${beaten === '' ? '' : ` > ${beaten}`}`,
        title: withInterval(figures[metric], figures.intervals[metric], share),
      }
    }),
  )
  const place = { fx: 'metric', y: 'name' } as const
  return {
    ...common,
    x: { ...AXIS, label: null, ticks: 5, nice: true, insetLeft: 24, insetRight: 24 },
    fx: { domain: TESTED_METRICS.map((metric) => METRIC_TITLES[metric]), label: null, padding: 0.1 },
    marks: [
      Plot.ruleY(rows, { ...place, x1: 'low', x2: 'high', dy: 5, stroke: COLOURS.main, strokeWidth: 2 }),
      Plot.dot(rows, { ...place, x: 'mean', dy: 5, r: 4.5, fill: COLOURS.main, title: 'title' }),
      Plot.text(rows, { ...place, x: 'mean', dy: -8, text: 'words', fontSize: 11 }),
    ],
  }
}

function stageBars(
  { backends }: RetrievalReport,
  stages: readonly string[],
  names: ReadonlyMap<string, string>,
  common: Plot.PlotOptions,
): Plot.PlotOptions {
  const parts = Object.entries(backends).flatMap(([name, figures]) =>
    stages.map((stage) => {
      const ms = figures.stages[stage]?.meanMs ?? 0
      return { name: names.get(name), stage, ms, title: label(`${stage}: ${milliseconds(ms)} ms`) }
    }),
  )
  const totals = Object.entries(backends).map(([name, { stages: own, p50Ms, p99Ms }]) => ({
    name: names.get(name),
    ms: Object.values(own).reduce((sum, { meanMs }) => sum + meanMs, 0),
    words: `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)} ms`,
  }))
  const colours = stages.map((_, at) => STAGE_COLOURS[at % STAGE_COLOURS.length]!)
  return {
    ...common,
    marginTop: 44,
    marginRight: 170,
    height: names.size * ROW_HEIGHT + 96,
    x: {
      ...AXIS,
      label: 'mean milliseconds of a question, by stage',
      domain: [0, Math.max(0.01, ...totals.map(({ ms }) => ms))],
    },
    color: { domain: stages, range: colours },
    marks: [
      Plot.barX(
        parts.filter(({ ms }) => ms > 0),
        {
          y: 'name',
          x: 'ms',
          fill: 'stage',
          order: [...stages],
          title: 'title',
          insetTop: 8,
          insetBottom: 8,
        },
      ),
      Plot.ruleX([0]),
      Plot.text(totals, { y: 'name', x: 'ms', text: 'words', textAnchor: 'start', dx: 8, fontSize: 11 }),
      ...legendMarks(stages.map((name, at) => ({ name, colour: colours[at]! }))),
    ],
  }
}

/** Returns the stages in the order in which they first occur. */
function stagesOf({ backends }: RetrievalReport): string[] {
  return [...new Set(Object.values(backends).flatMap((figures) => Object.keys(figures.stages)))]
}
