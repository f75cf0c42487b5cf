/** Logs the answers of models in an evaluation, a line per try, so that a stopped or repeated evaluation asks nothing twice. */

import { existsSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parsedJson, readText, writeFailure } from '../../../../../core/index.ts'
import type { LedgerRow } from '../../../../../models/index.ts'

export interface GradingEntry {
  /** Hash of the whole request, including the model and its prompt. */
  readonly key: string
  readonly kind: string
  readonly question: string
  /** Plain data. */
  readonly value: unknown
  /** Whether the model failed, or its answer could not be read. */
  readonly isFailed: boolean
  readonly ledger: readonly LedgerRow[]
}

export interface GradingLog {
  /** Returns the tries of a key, oldest first. */
  triesOf(key: string): readonly GradingEntry[]
  /** Returns the usage of tasks of a kind. */
  rowsOf(kind: string): readonly LedgerRow[]
  add(entry: GradingEntry): Promise<void>
}

const Form = z.object({
  key: z.string(),
  kind: z.string(),
  question: z.string(),
  value: z.unknown(),
  isFailed: z.boolean(),
  ledger: z.array(z.looseObject({ role: z.string() })),
})

/** Opens the log. A line cut off by a killed process is skipped, and its task is asked again. */
export async function openGradingLog(path: string): Promise<GradingLog> {
  const tries = new Map<string, GradingEntry[]>()
  const keep = (entry: GradingEntry) => void tries.set(entry.key, [...(tries.get(entry.key) ?? []), entry])
  const text = existsSync(path) ? await readText(path, 'Earlier gradings are read from a file') : ''
  for (const line of text.split('\n')) {
    const entry = entryIn(line)
    if (entry !== null) keep(entry)
  }
  // After a line that is cut off, the next one begins with a line break.
  let before = text === '' || text.endsWith('\n') ? '' : '\n'
  let last: Promise<void> = Promise.resolve()
  return {
    triesOf: (key) => tries.get(key) ?? [],
    rowsOf: (kind) =>
      [...tries.values()].flat().flatMap((entry) => (entry.kind === kind ? entry.ledger : [])),
    add(entry) {
      keep(entry)
      last = last.then(async () => {
        try {
          await mkdir(dirname(path), { recursive: true })
          await appendFile(path, `${before}${JSON.stringify(entry)}\n`)
          before = ''
        } catch (error) {
          throw writeFailure(path, error)
        }
      })
      return last
    },
  }
}

function entryIn(line: string): GradingEntry | null {
  return (Form.safeParse(parsedJson(line)).data as GradingEntry | undefined) ?? null
}
