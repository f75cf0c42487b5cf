/** Draws the gate's scores as an SVG file by Observable Plot: stacked bars of kept and dropped papers, with the cut-off as a line. */
import * as Plot from '@observablehq/plot'
import { COLOURS, drawSheet, legendMarks } from '../../comparison/adapters/plot-sheet.ts'
import type { GateRecord } from '../../corpus/index.ts'
import { binScores, type ScoreBin } from '../../ingest/index.ts'

const WIDTH = 640
const HEIGHT = 272
const BINS = 24
/** The two sides differ in hue, in lightness, and by the outline of the dropped papers. */
const DROPPED_OPACITY = 0.35

export function drawGateHistogram(records: readonly GateRecord[]): string {
  const { bins, cutoff } = binScores(records, BINS)
  const kept = sumOf(bins, 'kept')
  const dropped = sumOf(bins, 'dropped')
  const summary = `${kept} papers kept and ${dropped} dropped; cut-off at ${written(cutoff)}.`
  const legend = legendMarks([
    { name: `kept ${kept}`, colour: COLOURS.main },
    { name: `dropped ${dropped}`, colour: COLOURS.second, opacity: DROPPED_OPACITY },
  ])
  const most = Math.max(1, ...bins.map((bin) => bin.kept + bin.dropped))
  const marks =
    bins.length === 0
      ? [Plot.text(['No paper has a gate score.'], { frameAnchor: 'middle' })]
      : histogramMarks(bins, cutoff)
  return drawSheet(
    { title: 'Gate scores', summary, isForPage: true },
    {
      width: WIDTH,
      height: HEIGHT,
      marginTop: 56,
      marginLeft: 48,
      x: {
        label: 'score (kept above the dashed line)',
        labelAnchor: 'center',
        labelArrow: 'none',
        labelOffset: 40,
        ticks: 6,
      },
      y: {
        label: 'papers',
        labelAnchor: 'center',
        labelArrow: 'none',
        grid: true,
        ticks: Math.min(5, most),
        tickFormat: 'd',
      },
      marks: [...legend, ...marks],
    },
  )
}

function histogramMarks(bins: readonly ScoreBin[], cutoff: number): Plot.Markish[] {
  const bars = (side: 'kept' | 'dropped') =>
    bins
      .filter((bin) => bin[side] > 0)
      .map(({ from, to, ...papers }) => ({
        from,
        to,
        // Dropped papers are stacked on the kept ones, for bins where a person overruled the gate.
        bottom: side === 'kept' ? 0 : papers.kept,
        top: side === 'kept' ? papers.kept : papers.kept + papers.dropped,
        title: `${written(from)} to ${written(to)}: ${papers[side]} ${side}`,
      }))
  const place = { x1: 'from', x2: 'to', y1: 'bottom', y2: 'top', title: 'title', inset: 0.5 } as const
  return [
    Plot.rect(bars('kept'), { ...place, fill: COLOURS.main }),
    Plot.rect(bars('dropped'), {
      ...place,
      fill: COLOURS.second,
      fillOpacity: DROPPED_OPACITY,
      stroke: COLOURS.second,
    }),
    Plot.ruleY([0]),
    Plot.ruleX([cutoff], { strokeDasharray: '4 3', strokeWidth: 1.5, insetTop: -6 }),
    Plot.text([cutoff], { x: cutoff, text: written, frameAnchor: 'top', dy: -18, fontWeight: 600 }),
  ]
}

function sumOf(bins: readonly ScoreBin[], side: 'kept' | 'dropped'): number {
  return bins.reduce((sum, bin) => sum + bin[side], 0)
}

function written(score: number): string {
  return score.toFixed(2).replace('-', '−').replace('−0.00', '0.00')
}
