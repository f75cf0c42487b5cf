/** Asks the role `judge` for an evaluation's tasks, except those that are logged or failed three times. */

import { forEachConcurrent } from '../../../../../core/index.ts'
import { createLedger, type LedgerRow } from '../../../../../models/index.ts'
import type { GradingLog } from './log.ts'
import type { GradingPorts } from './ports.ts'
import { type GradingTask, MAX_ATTEMPTS } from './tasks.ts'

// The server's limits apply too. Chosen, not measured; the published code asks 20 at once.
const BESIDE = 8

/** Returns whether the log has the answer, or the most allowed failures. */
export function isLogged({ key }: Pick<GradingTask<unknown>, 'key'>, log: GradingLog): boolean {
  const tries = log.triesOf(key)
  return tries.some(({ isFailed }) => !isFailed) || tries.length >= MAX_ATTEMPTS
}

/** Returns the logged value of a task, or its last failure; null if it was never asked. */
export function loggedValue<Value>({ key }: GradingTask<Value>, log: GradingLog): Value | null {
  const tries = log.triesOf(key)
  const entry = tries.find(({ isFailed }) => !isFailed) ?? tries.at(-1)
  return entry === undefined ? null : (entry.value as Value)
}

/** Returns the usage of the task over all its tries. */
export function ledgerOf({ key }: Pick<GradingTask<unknown>, 'key'>, log: GradingLog): LedgerRow[] {
  return log.triesOf(key).flatMap(({ ledger }) => ledger)
}

export interface TaskRunner {
  readonly ports: Pick<GradingPorts, 'openJudge' | 'prices'>
  readonly log: GradingLog
  /** Called when a task is settled. */
  readonly onSettled: (ended: number, total: number) => void
}

/** Asks the tasks that are not settled, each at most three times in all. */
export async function runTasks(
  tasks: readonly GradingTask<unknown>[],
  { ports, log, onSettled }: TaskRunner,
  signal: AbortSignal,
): Promise<void> {
  const left = [...new Map(tasks.map((task) => [task.key, task])).values()].filter(
    (task) => !isLogged(task, log),
  )
  let ended = 0
  const ask = async (task: GradingTask<unknown>, inner: AbortSignal) => {
    while (!isLogged(task, log)) await tryOnce(task, { ports, log }, inner)
    onSettled(++ended, left.length)
  }
  await forEachConcurrent(left, BESIDE, ask, signal)
}

async function tryOnce(
  task: GradingTask<unknown>,
  { ports, log }: Pick<TaskRunner, 'ports' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const ledger = createLedger(ports.prices)
  const chat = ports.openJudge(ledger)
  const value = await task.ask(chat, signal)
  const { key, kind, question } = task
  await log.add({ key, kind, question, value, isFailed: task.isFailed(value), ledger: ledger.rows() })
}
