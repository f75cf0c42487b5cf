/** Opens the plots: the library behind them takes longer to load than most commands take to run, so it is loaded when something is drawn. */
import type { AnswerPlots } from '../report/ports.ts'

export async function openSvgPlots(): Promise<AnswerPlots> {
  const { drawnPlots } = await import('./drawn-plots.ts')
  return drawnPlots
}
