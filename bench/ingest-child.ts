/** One ingest in a process of its own, so that its memory can be told. argv[2] folder of papers, argv[3] workspace; prints IngestFigures. */
import { ingestPaths, loadConfig, openGloss } from '../app/index.ts'

export interface IngestFigures {
  readonly seen: number
  readonly kept: number
  readonly failed: number
  readonly pages: number
  readonly seconds: number
  readonly pagesPerSecond: number
  /** Highest resident memory of this process; its child processes read the papers and are not counted. */
  readonly peakMb: number
}

const KB_PER_MB = 1024

const [, , papers = '', workspace = ''] = process.argv
const gloss = await openGloss(loadConfig({ workspace }, {}))
const { seen, kept, failed, pages, seconds } = await ingestPaths(
  gloss,
  { paths: [papers], topic: 'none' },
  () => undefined,
  new AbortController().signal,
)
const figures: IngestFigures = {
  seen,
  kept,
  failed: Object.values(failed).reduce((sum, count) => sum + count, 0),
  pages,
  seconds,
  pagesPerSecond: Math.round((10 * pages) / seconds) / 10,
  peakMb: Math.round(process.resourceUsage().maxRSS / KB_PER_MB),
}
await gloss.close()
console.log(JSON.stringify(figures))
