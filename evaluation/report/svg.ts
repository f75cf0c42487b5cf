/** The picture of a report: means with intervals by metric, and milliseconds by stage. Stands alone as an .svg file, on light and dark. */
import { TESTED_METRICS } from '../pairs.ts'
import { type RetrievalReport, SYNTHETIC_NOTICE } from './report.ts'
import { latencyBars, stagesOf } from './svg-bars.ts'
import { dotPanels } from './svg-dots.ts'
import { escaped, SHEET, STAGE_COLOURS, text } from './svg-marks.ts'

const ROW_HEIGHT = 34
const HEAD_HEIGHT = 84
const AXIS_HEIGHT = 36
const BARS_HEAD_HEIGHT = 64
const FOOT_HEIGHT = 28

export function svgReport(report: RetrievalReport): string {
  const rows = Object.keys(report.backends).length
  const dotsTop = HEAD_HEIGHT
  const barsTop = dotsTop + rows * ROW_HEIGHT + AXIS_HEIGHT + BARS_HEAD_HEIGHT
  const height = barsTop + rows * ROW_HEIGHT + AXIS_HEIGHT + FOOT_HEIGHT
  const title = `Backends on ${report.questions.asked} ${report.synthetic ? 'synthetic ' : ''}judged questions`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${height}" role="img" aria-labelledby="report-title report-summary" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="report-title">${escaped(title)}</title>`,
    `<desc id="report-summary">${escaped(summaryOf(report))}</desc>`,
    STYLE,
    `<rect class="ground" width="${SHEET.width}" height="${height}"/>`,
    text(SHEET.margin, 26, title, { class: 'ink strong', 'font-size': '15' }),
    text(SHEET.margin, 45, `Corpus ${report.corpus}, embedder ${report.embedder}`, { class: 'faint' }),
    ...dotPanels(report, { top: dotsTop, rowHeight: ROW_HEIGHT, metrics: TESTED_METRICS }),
    ...latencyBars(report, { top: barsTop, rowHeight: ROW_HEIGHT }),
    text(
      SHEET.margin,
      height - 12,
      'Lines: 95 % bootstrap intervals. > a: significantly better than a (paired randomisation, Holm).',
      { class: 'faint', 'font-size': '11' },
    ),
    '</svg>',
  ].join('\n')
}

/** Colours by class, so that one file is readable on both grounds. */
const STYLE = `<style>
.ground{fill:#fff}.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}.ink{fill:#22303c}.faint{fill:#5c6b78}.strong{font-weight:600}
.grid{stroke:#dde3e8}.axis{stroke:#8b98a3}.dot{fill:#1b7a6e}.interval{stroke:#1b7a6e;stroke-width:2}
${STAGE_COLOURS.map(({ light }, place) => `.stage-${place}{fill:${light}}`).join('')}
@media (prefers-color-scheme:dark){
.ground{fill:#14191e}.halo{stroke:#14191e}.ink{fill:#e6ebef}.faint{fill:#9fadb9}
.grid{stroke:#2b343c}.axis{stroke:#6c7a86}.dot{fill:#4cc2b1}.interval{stroke:#4cc2b1}
${STAGE_COLOURS.map(({ dark }, place) => `.stage-${place}{fill:${dark}}`).join('')}
}
</style>`

function summaryOf(report: RetrievalReport): string {
  const parts = Object.entries(report.backends).map(
    ([name, figures]) => `${name}: nDCG@10 ${figures['ndcg@10'].toFixed(3)}, ${figures.p50Ms.toFixed(2)} ms`,
  )
  const notice = report.synthetic ? `${SYNTHETIC_NOTICE} ` : ''
  return `${notice}${parts.join('; ')}. Stages: ${stagesOf(report).join(', ')}.`
}
