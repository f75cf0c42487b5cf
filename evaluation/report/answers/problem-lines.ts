/** What never worked in runs behind a report, in words. */
import type { SettingReport } from './report.ts'

/** Each with the number of runs in which it was so. */
export function problemLines({ name, help }: Pick<SettingReport, 'name' | 'help'>): string[] {
  if (help === null) return []
  return help.problems.map(({ problem, runs }) => `${name}, ${runs} of ${help.runs} runs: ${problem}`)
}
