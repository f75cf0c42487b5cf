/** Draws the pictures of a report on answers with Observable Plot, without a browser or a canvas. */
import * as Plot from '@observablehq/plot'
import { COLOURS, drawSheet, label, nameMargin } from '../../../../comparison/adapters/plot-sheet.ts'
import type { AgreementPoint, CalibrationFigures, LineFigures } from '../answers/index.ts'
import type { AnswerPlots, ShareBar } from '../report/ports.ts'
import { overlapSquare } from './draw-overlap.ts'
import { splitBars } from './draw-split-bars.ts'

/** Names of axes are centred, clear of the numbers; in pixels. */
const ALONG = { grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 40 } as const
const UP = { ...ALONG, labelOffset: 52 } as const
const ROW_HEIGHT = 34
const AXIS_HEIGHT = 60
const SQUARE = 480
const PANEL_HEIGHT = 372
/** Inset of the end marks of an interval, in pixels. */
const CAP_INSET = 9

export const drawnPlots: AnswerPlots = {
  shares: shareBars,
  agreement: agreementPanels,
  calibration: calibrationDiagram,
  split: splitBars,
  overlap: overlapSquare,
}

function shareBars(title: string, bars: readonly ShareBar[]): string {
  const rows = bars
    .filter(({ figures }) => figures.judged > 0)
    .map(({ name, figures: { accuracy, interval, correct, judged } }) => ({
      name: label(name),
      percent: 100 * accuracy,
      low: 100 * interval[0],
      high: 100 * interval[1],
      words: `${(100 * accuracy).toFixed(1)} % (${correct} of ${judged})`,
    }))
  const names = rows.map(({ name }) => name)
  const y = { y: 'name' } as const
  const cap = { ...y, insetTop: CAP_INSET, insetBottom: CAP_INSET }
  return drawSheet(
    { title, summary: rows.map(({ name, words }) => `${name}: ${words}`).join('; ') },
    {
      height: rows.length * ROW_HEIGHT + AXIS_HEIGHT,
      marginLeft: nameMargin(names),
      marginRight: 150,
      x: { ...ALONG, domain: [0, 100], label: 'per cent, with 95 % intervals' },
      y: { domain: names, label: null },
      marks: [
        Plot.barX(rows, { ...y, x: 'percent', fill: COLOURS.main, insetTop: 6, insetBottom: 6 }),
        Plot.ruleY(rows, { ...y, x1: 'low', x2: 'high', strokeWidth: 1.5 }),
        Plot.tickX(rows, { ...cap, x: 'low' }),
        Plot.tickX(rows, { ...cap, x: 'high' }),
        Plot.text(rows, { ...y, x: 100, text: 'words', textAnchor: 'start', dx: 8 }),
      ],
    },
  )
}

function agreementPanels(
  title: string,
  points: readonly AgreementPoint[],
  lines: readonly LineFigures[],
): string {
  const dots = points.map(({ task, consistency, accuracy }) => ({ task: label(task), consistency, accuracy }))
  const ends = lines.flatMap((line) => lineEnds(line, points))
  const words = lines.map((line) => ({ task: label(line.task), words: lineWords(line) }))
  return drawSheet(
    { title, summary: words.map((line) => `${line.task}: ${line.words}`).join('; ') },
    {
      height: PANEL_HEIGHT,
      marginTop: 36,
      marginLeft: 76,
      inset: 6,
      x: { ...ALONG, domain: [0, 1], label: 'mean consistency of the pairs' },
      y: { ...UP, domain: [0, 1], label: 'mean accuracy' },
      fx: { label: null, domain: words.map(({ task }) => task), padding: 0.08 },
      marks: [
        Plot.frame({ stroke: COLOURS.faint }),
        Plot.dot(dots, {
          fx: 'task',
          x: 'consistency',
          y: 'accuracy',
          r: 3,
          fill: COLOURS.main,
          fillOpacity: 0.6,
        }),
        Plot.line(ends, { fx: 'task', x: 'x', y: 'y', z: 'task', stroke: COLOURS.second, strokeWidth: 2 }),
        Plot.text(words, {
          fx: 'task',
          text: 'words',
          frameAnchor: 'top-left',
          dx: 8,
          dy: 8,
          fontWeight: 600,
        }),
      ],
    },
  )
}

function calibrationDiagram(title: string, { bins, rms, ece, count }: CalibrationFigures): string {
  const rows = bins.map((bin) => ({ ...bin, words: String(bin.count) }))
  const errors = `RMS error ${(100 * rms).toFixed(1)} %, ECE ${(100 * ece).toFixed(1)} %, ${count} answers`
  const bars = rows.map(
    (bin) =>
      `${(100 * bin.confidence).toFixed(0)} % sure: ${(100 * bin.accuracy).toFixed(0)} % of ${bin.count}`,
  )
  return drawSheet(
    { title, summary: `${errors}. ${bars.join('; ')}` },
    {
      width: SQUARE,
      height: SQUARE - 48,
      marginLeft: 76,
      inset: 10,
      x: { ...ALONG, domain: [0, 1], label: 'confidence' },
      y: { ...UP, domain: [0, 1], label: 'accuracy' },
      r: { range: [0, 14] },
      marks: [
        Plot.frame({ stroke: COLOURS.faint }),
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: COLOURS.faint, strokeDasharray: '4 4' },
        ),
        Plot.ruleX(rows, { x: 'confidence', y1: 'confidence', y2: 'accuracy', stroke: COLOURS.second }),
        Plot.dot(rows, { x: 'confidence', y: 'accuracy', r: 'count', fill: COLOURS.main }),
        Plot.text(rows, { x: 'confidence', y: 'accuracy', text: 'words', dy: 22, fontSize: 11 }),
        Plot.text([errors], { frameAnchor: 'top-left', dx: 8, dy: 8, fontWeight: 600 }),
      ],
    },
  )
}

/** Returns the ends of a line, from the first to the last point of its task, within the panel. */
function lineEnds({ task, slope, intercept }: LineFigures, points: readonly AgreementPoint[]) {
  if (slope === null || intercept === null) return []
  const own = points.filter((point) => point.task === task).map(({ consistency }) => consistency)
  const within = (x: number) => {
    const y = Math.min(1, Math.max(0, intercept + slope * x))
    return { task: label(task), x: slope === 0 ? x : (y - intercept) / slope, y }
  }
  return [within(Math.min(...own)), within(Math.max(...own))]
}

function lineWords({ slope, r, count }: LineFigures): string {
  const said = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  return `slope ${said(slope)}, r ${said(r)}, n ${count}`
}
