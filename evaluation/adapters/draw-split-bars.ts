/** Bars of two parts, a panel for each setting: tokens by role, questions by right candidates, tool calls by stage. */
import * as Plot from '@observablehq/plot'
import type { SplitBar } from '../report/answers/ports.ts'
import { COLOURS, drawn, label, nameMargin } from './plot-sheet.ts'

const BAR_HEIGHT = 24
const PANEL_GAP = 16
const AXIS_HEIGHT = 60
const ALONG = { grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 40 } as const

/** The first part is faint, the second in colour; `axis` says what both are. */
export function splitBars(title: string, axis: string, bars: readonly SplitBar[]): string {
  const rows = bars.map(({ setting, name, first, second, words }) => ({
    setting: label(setting),
    name: label(name),
    first,
    end: first + second,
    words,
  }))
  const names = [...new Set(rows.map(({ name }) => name))]
  const settings = [...new Set(rows.map(({ setting }) => setting))]
  const place = { fy: 'setting', y: 'name' } as const
  const insets = { insetTop: 2, insetBottom: 2 } as const
  return drawn(
    { title, summary: rows.map(({ setting, name, words }) => `${setting}, ${name}: ${words}`).join('; ') },
    {
      height: settings.length * (names.length * BAR_HEIGHT + PANEL_GAP) + AXIS_HEIGHT,
      marginLeft: nameMargin(names),
      marginRight: nameMargin(settings) + 60,
      x: { ...ALONG, label: axis },
      y: { domain: names, label: null },
      fy: { domain: settings, label: null },
      marks: [
        Plot.barX(rows, { ...place, ...insets, x: 'first', fill: COLOURS.faint, fillOpacity: 0.7 }),
        Plot.barX(rows, { ...place, ...insets, x1: 'first', x2: 'end', fill: COLOURS.main }),
        Plot.text(rows, { ...place, x: 'end', text: 'words', textAnchor: 'start', dx: 6, fontSize: 11 }),
      ],
    },
  )
}
