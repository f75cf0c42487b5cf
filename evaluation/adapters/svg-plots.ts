/** Opens the plots: the library behind them takes longer to load than most commands take to run, so it is loaded when something is drawn. */
import type { AnswerPlots } from '../report/answers/ports.ts'
import type { RetrievalReport } from '../report/report.ts'

export async function openSvgPlots(): Promise<AnswerPlots> {
  const { drawnPlots } = await import('./drawn-plots.ts')
  return drawnPlots
}

/** Means with intervals and milliseconds by stage, as an SVG file. */
export async function svgReport(report: RetrievalReport): Promise<string> {
  const { drawRetrievalReport } = await import('./draw-retrieval-report.ts')
  return drawRetrievalReport(report)
}
