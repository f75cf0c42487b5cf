/** Where the milliseconds of a question go: mean by stage, one bar a backend, with p50 and p99 in words. */
import { milliseconds } from './cells.ts'
import type { RetrievalReport } from './report.ts'
import { nameColumn } from './svg-dots.ts'
import { escaped, rounded, SHEET, STAGE_COLOURS, text, ticks, verticalLine } from './svg-marks.ts'

export interface BarsPlace {
  /** Of the first row. */
  readonly top: number
  readonly rowHeight: number
}

const LABEL_WIDTH = 170
const BAR_HEIGHT = 14
const TICKS = 5
const LEGEND_GAP = 24
const LEGEND_CHARACTER = 6.6

/** In the order in which they first come. */
export function stagesOf({ backends }: RetrievalReport): string[] {
  return [...new Set(Object.values(backends).flatMap((figures) => Object.keys(figures.stages)))]
}

export function latencyBars(report: RetrievalReport, { top, rowHeight }: BarsPlace): string[] {
  const stages = stagesOf(report)
  const rows = Object.values(report.backends)
  const totals = rows.map(({ stages: parts }) => sum(Object.values(parts).map(({ meanMs }) => meanMs)))
  const marks = ticks(0, Math.max(...totals, 0.01), TICKS)
  const width = SHEET.width - SHEET.left - SHEET.margin - LABEL_WIDTH
  const x = (ms: number) => SHEET.left + (ms / (marks.at(-1) ?? 1)) * width
  const bottom = top + rows.length * rowHeight
  return [
    text(SHEET.left, top - 34, 'Mean milliseconds of a question, by stage', { class: 'ink strong' }),
    ...legend(stages, top - 16),
    ...nameColumn(report, top, rowHeight),
    ...marks.map((mark) => verticalLine(x(mark), top - 4, bottom, 'grid')),
    ...marks.map((mark) =>
      text(x(mark), bottom + 16, mark === marks.at(-1) ? `${mark} ms` : String(mark), {
        class: 'faint',
        'text-anchor': 'middle',
        'font-size': '11',
      }),
    ),
    ...rows.flatMap((figures, row) => {
      const y = top + (row + 0.5) * rowHeight
      const label = `p50 ${milliseconds(figures.p50Ms)}, p99 ${milliseconds(figures.p99Ms)} ms`
      return [
        ...stackedBar(stages, figures.stages, y, x),
        text(x(totals[row] ?? 0) + 8, y + 4, label, { class: 'ink halo', 'font-size': '11' }),
      ]
    }),
    verticalLine(SHEET.left, top - 4, bottom, 'axis'),
  ]
}

function stackedBar(
  names: readonly string[],
  stages: RetrievalReport['backends'][string]['stages'],
  y: number,
  x: (ms: number) => number,
): string[] {
  let from = 0
  return names.flatMap((name, place) => {
    const ms = stages[name]?.meanMs ?? 0
    if (ms <= 0) return []
    const left = x(from)
    from += ms
    const title = `<title>${escaped(name)}: ${milliseconds(ms)} ms</title>`
    return [
      `<rect class="stage-${place % STAGE_COLOURS.length}" x="${rounded(left)}" y="${rounded(y - BAR_HEIGHT / 2)}" width="${rounded(x(from) - left)}" height="${BAR_HEIGHT}">${title}</rect>`,
    ]
  })
}

function legend(stages: readonly string[], y: number): string[] {
  let x: number = SHEET.left
  return stages.flatMap((stage, place) => {
    const left = x
    x += stage.length * LEGEND_CHARACTER + LEGEND_GAP + 6
    return [
      `<rect class="stage-${place % STAGE_COLOURS.length}" x="${rounded(left)}" y="${rounded(y - 10)}" width="11" height="11"/>`,
      text(left + 16, y, stage, { class: 'ink', 'font-size': '11' }),
    ]
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
