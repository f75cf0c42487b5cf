/** Draws a report. The drawing library takes longer to load than most commands take to run, so it is loaded on first use. */
import type { RetrievalReport } from '../report/report.ts'

/** Returns means with intervals and milliseconds by stage, as an SVG file. */
export async function svgReport(report: RetrievalReport): Promise<string> {
  const { drawRetrievalReport } = await import('./draw-retrieval-report.ts')
  return drawRetrievalReport(report)
}
