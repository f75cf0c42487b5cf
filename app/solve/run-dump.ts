/** `dump.jsonl`: of each run every candidate at every stage, as its pattern has it. */
import { join } from 'node:path'
import { createLineFile } from '../../core/index.ts'
import type { AnswerRow } from '../../solver/index.ts'
import { endedRun, findPattern } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

const FILE = 'dump.jsonl'

/** One run in memory at a time. Of runs without a pool only what they are asked and ended with is written. */
export async function writeDump(gloss: Gloss, rows: readonly AnswerRow[], folder: string): Promise<string> {
  const path = join(folder, FILE)
  await using file = await createLineFile(path)
  for (const { id, run, runId, query, answer } of rows) {
    const record = await endedRun(gloss.runs(), runId)
    const fields = findPattern(record?.plan.pattern ?? '')?.dump?.(record?.outcome?.details) ?? {}
    await file.add({ id, run, query, ...fields, final: answer })
  }
  return path
}
