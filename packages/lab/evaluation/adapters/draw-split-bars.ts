/** Draws bars of two parts, a panel for each setting: tokens by role, questions by right candidates, tool calls by stage. */
import * as Plot from '@observablehq/plot'
import { COLOURS, drawSheet, label, nameMargin } from '../../../../comparison/adapters/plot-sheet.ts'
import type { SplitBar } from '../report/ports.ts'

const BAR_HEIGHT = 24
// Height of a panel's name above its bars.
const HEAD_HEIGHT = 26
const GAP = 8
const AXIS_HEIGHT = 52
const WORDS_WIDTH = 110
const MAX_TICKS = 8
const ALONG = { grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 40 } as const

/** Draws the first part faint and the second in colour; `axis` names both. Panels are labelled and share one scale. */
export function splitBars(title: string, axis: string, bars: readonly SplitBar[]): string {
  const rows = bars.map(({ setting, name, first, second, words }) => ({
    setting: label(setting),
    name: label(name),
    first,
    end: first + second,
    words,
  }))
  const most = Math.max(0, ...rows.map(({ end }) => end))
  const isWhole = rows.every(({ end }) => Number.isInteger(end))
  const panels = [...Map.groupBy(rows, ({ setting }) => setting)]
  const insets = { insetTop: 2, insetBottom: 2 } as const
  const place = { y: 'name' } as const
  return drawSheet(
    { title, summary: rows.map(({ setting, name, words }) => `${setting}, ${name}: ${words}`).join('; ') },
    ...panels.map(([setting, own], at) => {
      const isLast = at === panels.length - 1
      const foot = isLast ? AXIS_HEIGHT : GAP
      return {
        height: HEAD_HEIGHT + own.length * BAR_HEIGHT + foot,
        marginTop: HEAD_HEIGHT,
        marginBottom: foot,
        marginLeft: nameMargin(rows.map(({ name }) => name)),
        marginRight: WORDS_WIDTH,
        x: {
          ...ALONG,
          domain: [0, most === 0 ? 1 : most],
          label: isLast ? axis : null,
          axis: isLast ? ('bottom' as const) : null,
          ticks: isWhole ? Math.min(MAX_TICKS, Math.max(1, most)) : MAX_TICKS,
        },
        y: { domain: own.map(({ name }) => name), label: null },
        marks: [
          Plot.barX(own, { ...place, ...insets, x: 'first', fill: COLOURS.faint, fillOpacity: 0.7 }),
          Plot.barX(own, { ...place, ...insets, x1: 'first', x2: 'end', fill: COLOURS.main }),
          Plot.text(own, { ...place, x: 'end', text: 'words', textAnchor: 'start', dx: 6, fontSize: 11 }),
          Plot.text([setting], { frameAnchor: 'top-left', dy: -16, fontWeight: 600 }),
        ],
      }
    }),
  )
}
