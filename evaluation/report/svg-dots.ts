/** Means with their intervals: a panel a metric, a row a backend. */
import type { Metric } from '../metrics.ts'
import { share } from './cells.ts'
import { beatenBy, METRIC_TITLES, marksOf, type RetrievalReport } from './report.ts'
import { rounded, SHEET, text, ticks, verticalLine } from './svg-marks.ts'

export interface DotsPlace {
  /** Of the first row. */
  readonly top: number
  readonly rowHeight: number
  readonly metrics: readonly Metric[]
}

const GAP = 48
const TICKS = 4
const RADIUS = 4.5
// Average width of a character of the 12-pixel label, for names that must be cut.
const NAME_CHARACTERS = 14

export function dotPanels(report: RetrievalReport, place: DotsPlace): string[] {
  const width =
    (SHEET.width - SHEET.left - SHEET.margin - GAP * (place.metrics.length - 1)) / place.metrics.length
  return [
    ...nameColumn(report, place.top, place.rowHeight),
    ...place.metrics.flatMap((metric, panel) =>
      dotPanel(report, metric, { ...place, left: SHEET.left + panel * (width + GAP), width }),
    ),
  ]
}

export function nameColumn(report: RetrievalReport, top: number, rowHeight: number): string[] {
  return [...marksOf(report)].map(([name, mark], row) => {
    const shown = name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name
    return text(SHEET.margin, top + (row + 0.5) * rowHeight + 4, `${mark}  ${shown}`, { class: 'ink' })
  })
}

function dotPanel(
  report: RetrievalReport,
  metric: Metric,
  { top, rowHeight, left, width }: DotsPlace & { readonly left: number; readonly width: number },
): string[] {
  const rows = Object.entries(report.backends)
  const ends = rows.flatMap(([, figures]) => figures.intervals[metric]).filter(Number.isFinite)
  const marks = ticks(Math.min(...ends, 1), Math.max(...ends, 0), TICKS)
  const low = marks[0] ?? 0
  const high = marks.at(-1) ?? 1
  const x = (value: number) => left + ((value - low) / (high - low || 1)) * width
  const bottom = top + rows.length * rowHeight
  return [
    text(left, top - 12, METRIC_TITLES[metric], { class: 'ink strong' }),
    ...marks.map((mark) => verticalLine(x(mark), top - 4, bottom, 'grid')),
    ...marks.map((mark) =>
      text(x(mark), bottom + 16, tickLabel(mark), {
        class: 'faint',
        'text-anchor': 'middle',
        'font-size': '11',
      }),
    ),
    ...rows.flatMap(([name, figures], row) => {
      const y = top + (row + 0.5) * rowHeight + 5
      const [from, to] = figures.intervals[metric]
      const beaten = beatenBy(name, metric, report)
      const label = `${share(figures[metric])}${beaten === '' ? '' : ` > ${beaten}`}`
      return [
        `<g><title>${share(figures[metric])}, 95 % interval ${share(from)} to ${share(to)}</title>`,
        `<path class="interval" d="M${rounded(x(from))} ${rounded(y)}H${rounded(x(to))}"/>`,
        `<circle class="dot" cx="${rounded(x(figures[metric]))}" cy="${rounded(y)}" r="${RADIUS}"/>`,
        text(labelPlace(x(figures[metric]), left, width), y - 9, label, {
          class: 'ink halo',
          'text-anchor': 'middle',
          'font-size': '11',
        }),
        '</g>',
      ]
    }),
  ]
}

/** Over the dot, but not beyond the panel. */
function labelPlace(x: number, left: number, width: number): number {
  const half = 26
  return Math.min(left + width - half, Math.max(left + half, x))
}

function tickLabel(value: number): string {
  return String(Number(value.toFixed(3))).replace(/^0\./, '.')
}
