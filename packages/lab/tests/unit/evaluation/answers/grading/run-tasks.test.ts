/** Tasks of a judge in the log: when they are settled, how often they are tried, and how many at once. */
import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerRow } from '../../../../../../../models/index.ts'
import type { GradingEntry, GradingLog } from '../../../../../evaluation/answers/grading/log.ts'
import {
  isLogged,
  ledgerOf,
  loggedValue,
  runTasks,
} from '../../../../../evaluation/answers/grading/run-tasks.ts'
import type { GradingTask } from '../../../../../evaluation/answers/grading/tasks.ts'

/** In memory; each try has a ledger of one row, which says which try it was. */
function memoryLog(): GradingLog & { readonly entries: GradingEntry[] } {
  const entries: GradingEntry[] = []
  return {
    entries,
    triesOf: (key) => entries.filter((entry) => entry.key === key),
    add: (entry) => Promise.resolve(void entries.push(entry)),
  }
}

describe('a task in the log', () => {
  const entry = (value: unknown, isFailed: boolean, role = ''): GradingEntry => {
    return { key: 'k', kind: '', question: '', value, isFailed, ledger: [{ role } as LedgerRow] }
  }
  const task = { key: 'k' } as GradingTask<unknown>
  const bad = (value: number) => entry(value, true)

  it.each([
    { name: 'never asked', tries: [], isSettled: false, value: null },
    { name: 'answered', tries: [entry(1, false)], isSettled: true, value: 1 },
    { name: 'failed once', tries: [bad(1)], isSettled: false, value: 1 },
    { name: 'failed twice', tries: [bad(1), bad(2)], isSettled: false, value: 2 },
    { name: 'failed three times', tries: [bad(1), bad(2), bad(3)], isSettled: true, value: 3 },
    { name: 'failed and answered', tries: [bad(1), entry(2, false), bad(3)], isSettled: true, value: 2 },
    { name: 'answered twice', tries: [entry(1, false), entry(2, false)], isSettled: true, value: 1 },
  ])('$name: settled $isSettled, says $value', ({ tries, isSettled, value }) => {
    const log = memoryLog()
    log.entries.push(...tries)
    expect(isLogged(task, log)).toBe(isSettled)
    expect(loggedValue(task, log)).toBe(value)
  })

  it('took what all its tries took', () => {
    const log = memoryLog()
    log.entries.push(entry(1, true, 'first'), entry(2, false, 'second'))
    expect(ledgerOf(task, log).map(({ role }) => role)).toEqual(['first', 'second'])
  })
})

describe('tasks are run', () => {
  function taskThat(key: string, outcomes: readonly boolean[]) {
    let asked = 0
    const task: GradingTask<unknown> = {
      key,
      kind: 'judgement',
      question: `of ${key}`,
      cost: { calls: 1, promptTokens: 0, completionTokens: 0 },
      ask: () => Promise.resolve(++asked),
      isFailed: (value) => outcomes[(value as number) - 1] !== true,
    }
    return { task, asked: () => asked }
  }

  it('until they are answered, at most three times, each once, and none that is settled', async () => {
    const log = memoryLog()
    const settled: string[] = []
    const ports = { openJudge: () => ({}) as never, prices: {} as never }
    const parts = {
      good: taskThat('good', [true]),
      late: taskThat('late', [false, false, true]),
      bad: taskThat('bad', [false, false, false, true]),
      known: taskThat('known', [true]),
    }
    log.entries.push({ key: 'known', kind: '', question: '', value: 1, isFailed: false, ledger: [] })
    const { good, late, bad, known } = parts
    const tasks = [good.task, late.task, good.task, bad.task, known.task]
    const onSettled = (ended: number, total: number) => void settled.push(`${ended} of ${total}`)
    await runTasks(tasks, { ports, log, onSettled }, new AbortController().signal)
    expect(Object.values(parts).map(({ asked }) => asked())).toEqual([1, 3, 3, 0])
    expect(settled).toEqual(['1 of 3', '2 of 3', '3 of 3'])
    const triesOfLate = log.triesOf('late')
    expect(triesOfLate.map(({ value, isFailed }) => [value, isFailed])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
    expect(triesOfLate[0]).toMatchObject({ kind: 'judgement', question: 'of late', ledger: [] })
  })

  it('eight at a time, and none once the evaluation is ended', async () => {
    const running = new Set<string>()
    let most = 0
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const tasks = Array.from({ length: 20 }, (_, at): GradingTask<unknown> => {
      const { task } = taskThat(`t${at}`, [true])
      const ask = async () => {
        running.add(task.key)
        most = Math.max(most, running.size)
        // All that may run at once do before the first ends.
        if (running.size === 8) release()
        await released
        running.delete(task.key)
        return 1
      }
      return { ...task, ask }
    })
    const ports = { openJudge: () => ({}) as never, prices: {} as never }
    const parts = { ports, log: memoryLog(), onSettled: () => undefined }
    await runTasks(tasks, parts, new AbortController().signal)
    expect(most).toBe(8)
    const ended = runTasks(tasks, { ...parts, log: memoryLog() }, AbortSignal.abort(new Error('no more')))
    await expect(ended).rejects.toThrow('no more')
  })

  it('with a ledger of their own each, at the prices of the judge', async () => {
    const log = memoryLog()
    const prices = new Map([['m', { prompt: 1_000_000, completion: 0 }]])
    const usage = { promptTokens: 3, completionTokens: 1, estimated: false }
    const openJudge = (ledger?: Ledger) => {
      ledger?.add({ role: 'judge', model: 'm', seconds: 1, isFailed: false, usage })
      return {} as never
    }
    const tasks = [taskThat('one', [true]).task, taskThat('two', [false, true]).task]
    await runTasks(
      tasks,
      { ports: { openJudge, prices }, log, onSettled: () => undefined },
      new AbortController().signal,
    )
    expect(tasks.map((task) => ledgerOf(task, log).map(({ calls, cost }) => [calls, cost]))).toEqual([
      [[1, 3]],
      [
        [1, 3],
        [1, 3],
      ],
    ])
  })
})
