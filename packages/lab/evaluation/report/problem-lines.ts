/** What never worked in runs behind a report, in words. */
import type { SettingReport } from './report.ts'

/** Each with the number of runs in which it was so. */
export function problemLines({ name, watch }: Pick<SettingReport, 'name' | 'watch'>): string[] {
  if (watch === null) return []
  return watch.problems.map(({ problem, runs }) => `${name}, ${runs} of ${watch.runs} runs: ${problem}`)
}
