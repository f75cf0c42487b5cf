/** What never worked in runs behind a report, or keeps them from being compared, in words. */
import type { AnswersReport } from './report.ts'

/** Those of a setting each with the number of runs in which it was so. */
export function problemLines({ settings, measured }: Pick<AnswersReport, 'settings' | 'measured'>): string[] {
  const ofSettings = settings.flatMap(({ name, watch }) =>
    (watch?.problems ?? []).map(({ problem, runs }) => `${name}, ${runs} of ${watch?.runs} runs: ${problem}`),
  )
  return [...measured.problems, ...ofSettings]
}
