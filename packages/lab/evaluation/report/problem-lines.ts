/** Describes what never worked in the runs behind a report, or prevents their comparison. */
import type { AnswersReport } from './report.ts'

/** Returns the problems, those of a setting with the number of runs that had them. */
export function problemLines({ settings, measured }: Pick<AnswersReport, 'settings' | 'measured'>): string[] {
  const ofSettings = settings.flatMap(({ name, watch }) =>
    (watch?.problems ?? []).map(({ problem, runs }) => `${name}, ${runs} of ${watch?.runs} runs: ${problem}`),
  )
  return [...measured.problems, ...ofSettings]
}
