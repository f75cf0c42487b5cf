/** Reads the runs behind answers, with their conditions. */

import type { Gloss } from '../../../../app/wiring/index.ts'
import { isGlossError } from '../../../../core/index.ts'
import type { GradedAnswer, MeasuredRun } from '../../evaluation/index.ts'

/** Returns the runs. Those outside this workspace have no record; texts of the others are not kept in memory. */
export async function measuredRuns(
  gloss: Gloss,
  setting: string,
  answers: readonly GradedAnswer[],
): Promise<MeasuredRun[]> {
  const runs: MeasuredRun[] = []
  for (const { given } of answers) runs.push({ setting, record: await recordOf(gloss, given.runId) })
  return runs
}

async function recordOf(gloss: Gloss, id: string | null): Promise<MeasuredRun['record']> {
  if (id === null) return null
  try {
    const { plan, conditions } = await gloss.runs().get(id)
    return { plan, conditions }
  } catch (error) {
    if (isGlossError(error, 'RUN_NOT_FOUND')) return null
    throw error
  }
}
