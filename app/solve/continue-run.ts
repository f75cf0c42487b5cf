/** Continues a run of any kind: most ask the models of the configuration, the demonstration plays written answers. */
import type { RunOutcome, RunRecord } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { openPlayedPorts } from './demo/ports.ts'
import { readDemonstrationPapers } from './demo/start.ts'
import { type ContinueOptions, workOnRun } from './run.ts'
import { openRunPorts } from './run-ports.ts'

/** Works on a run until it ends; answers in its journal are not asked for again. Throws `CORPUS_BUSY` if another process works on it. */
export async function continueRun(
  gloss: Gloss,
  record: RunRecord,
  options: ContinueOptions,
): Promise<RunOutcome> {
  if (record.plan.isDemonstration !== true)
    return await workOnRun(gloss, record, { ...options, openPorts: openRunPorts })
  await readDemonstrationPapers(gloss, options.signal)
  return await workOnRun(gloss, record, {
    ...options,
    openPorts: (opened, surroundings) => openPlayedPorts(opened, surroundings, options.paceMs),
  })
}
