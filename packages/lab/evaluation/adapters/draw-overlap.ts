/** Draws which setting solves questions that another does not, as a square of numbers. */
import * as Plot from '@observablehq/plot'
import { COLOURS, drawSheet, label, nameMargin } from '../../../../comparison/adapters/plot-sheet.ts'
import type { OverlapCell } from '../report/ports.ts'

const CELL_HEIGHT = 40
// Column names are slanted: sine of 35 degrees, and room for their ticks.
const SLANT = 0.58
const TICKS_HEIGHT = 24
const FOOT_HEIGHT = 24

/** Draws the square. A row solves `count` questions that its column does not; on the diagonal, all that it solves. */
export function overlapSquare(title: string, cells: readonly OverlapCell[]): string {
  const rows = cells.map(({ setting, other, count }) => ({
    setting: label(setting),
    other: label(other),
    count,
    isOwn: setting === other,
  }))
  const names = [...new Set(rows.map(({ setting }) => setting))]
  const head = TICKS_HEIGHT + SLANT * nameMargin(names)
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return drawSheet(
    {
      title,
      subtitle:
        'Row: solves so many questions that the column does not. On the diagonal: all that it solves.',
      summary: rows
        .map(({ setting, other, count, isOwn }) => `${setting}${isOwn ? '' : `, not ${other}`}: ${count}`)
        .join('; '),
    },
    {
      height: names.length * CELL_HEIGHT + head + FOOT_HEIGHT,
      marginTop: head,
      marginBottom: FOOT_HEIGHT,
      marginLeft: nameMargin(names),
      marginRight: 60,
      x: { domain: names, label: null, axis: 'top', tickRotate: -35 },
      y: { domain: names, label: null },
      marks: [
        Plot.cell(rows, {
          x: 'other',
          y: 'setting',
          fill: ({ isOwn }: (typeof rows)[number]) => (isOwn ? COLOURS.faint : COLOURS.main),
          fillOpacity: ({ count }: (typeof rows)[number]) => (0.65 * count) / most,
          stroke: COLOURS.faint,
          inset: 1,
        }),
        Plot.text(rows, { x: 'other', y: 'setting', text: 'count', fontSize: 13, fontWeight: 600 }),
      ],
    },
  )
}
