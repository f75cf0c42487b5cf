/** Looks at one stream wait for each other: which is taken when, and which is given up. */
import { describe, expect, test } from 'vitest'
import type { AssistPorts, PreparedInjection } from '../../../monitor/assist.ts'
import { DEFAULT_LOOP, type MonitorVerdict } from '../../../monitor/index.ts'
import { createLookQueue } from '../../../monitor/look-queue.ts'
import type { TraceEvent } from '../../../monitor/trace.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { evidenceOf, lookAt } from '../../fixtures/monitor-looks.ts'

const NO: MonitorVerdict = { answer: 'no', reason: '' }
const YES: MonitorVerdict = { answer: 'yes', reason: '' }

/** A queue whose monitor answers when the test says so; looks are known by their offsets. */
function opened() {
  const clock = createManualClock()
  const leaving = new AbortController()
  const asked: number[] = []
  const answers: ((verdict: MonitorVerdict) => void)[] = []
  const signals: AbortSignal[] = []
  const prepared: PreparedInjection[] = []
  const trace: TraceEvent[] = []
  const ports: AssistPorts = {
    monitor: {
      name: 'm',
      async look({ offset }, signal) {
        asked.push(offset)
        signals.push(signal)
        const { promise, resolve } = Promise.withResolvers<MonitorVerdict>()
        answers.push(resolve)
        return promise
      },
    },
    querier: null,
    find: async () => [evidenceOf('It is so.')],
    sifter: null,
    injector: null,
    clock,
  }
  const queue = createLookQueue(ports, DEFAULT_LOOP, leaving.signal, (one) => void prepared.push(one))
  return {
    ...{ queue, asked, signals, prepared, trace, leaving },
    add: (...offsets: readonly number[]) => {
      for (const offset of offsets)
        queue.add({
          look: lookAt('window', { offset }),
          at: { step: 0, call: 0, channel: 'text', offset },
          textSoFar: () => 'so far',
          injected: () => [],
          record: (event) => void trace.push(event),
        })
    },
    /** Answers the look that was asked last, and lets follow what follows from it. */
    answer: async (verdict: MonitorVerdict) => {
      answers.at(-1)!(verdict)
      await clock.advance(0)
    },
    skipped: () =>
      trace.flatMap((event) => (event.kind === 'skip' ? [[event.at.offset, event.reason] as const] : [])),
  }
}

describe('looks', () => {
  test('are taken one at a time, in the order in which they were due', async () => {
    const { add, answer, asked } = opened()
    add(1)
    expect(asked).toEqual([1])
    add(2)
    add(3)
    expect(asked).toEqual([1])
    await answer(NO)
    expect(asked).toEqual([1, 2])
    await answer(NO)
    await answer(NO)
    expect(asked).toEqual([1, 2, 3])
    add(4)
    expect(asked).toEqual([1, 2, 3, 4])
  })

  test('that wait behind one that found something are not taken', async () => {
    const { add, answer, asked, prepared, skipped } = opened()
    add(1, 2, 3)
    await answer(YES)
    expect(prepared.map(({ at }) => at.offset)).toEqual([1])
    expect(skipped()).toEqual([
      [2, 'pending'],
      [3, 'pending'],
    ])
    expect(asked).toEqual([1])
    add(4)
    expect(asked).toEqual([1, 4])
  })

  test('are twelve at most that wait; the next overtakes them all', async () => {
    const { add, answer, asked, skipped } = opened()
    const twelve = Array.from({ length: 12 }, (_, at) => 2 + at)
    add(1, ...twelve)
    expect(skipped()).toEqual([])
    add(14)
    expect(skipped()).toEqual(twelve.map((offset) => [offset, 'overtaken']))
    await answer(NO)
    expect(asked).toEqual([1, 14])
  })
})

describe('the end of a stream', () => {
  test('gives up the look under way and those that wait, and tells their places', async () => {
    const { add, answer, asked, queue, prepared, signals, trace } = opened()
    add(1, 2, 3)
    await answer(NO)
    const before = [...trace]
    expect(queue.stop().map(({ offset }) => offset)).toEqual([2, 3])
    expect(signals.at(-1)?.aborted).toBe(true)
    await answer(YES)
    await queue.settled()
    expect([asked, prepared]).toEqual([[1, 2], []])
    expect(trace).toEqual(before)
  })

  test('has nothing to give up where all looks were answered', async () => {
    const { add, answer, queue } = opened()
    expect(queue.stop()).toEqual([])
    const other = opened()
    other.add(1)
    await other.answer(NO)
    expect(other.queue.stop()).toEqual([])
    add(1)
    await answer(NO)
  })
})

describe('whoever waits for the looks', () => {
  test('waits for none where none is under way', async () => {
    await expect(opened().queue.settled()).resolves.toBeUndefined()
  })

  test('waits for all of them', async () => {
    const { add, answer, queue } = opened()
    let isSettled = false
    add(1, 2)
    void queue.settled().then(() => {
      isSettled = true
    })
    await answer(NO)
    expect(isSettled).toBe(false)
    await answer(NO)
    expect(isSettled).toBe(true)
  })

  test('waits no longer when the reader of the turn has left', async () => {
    const { add, leaving, queue, prepared } = opened()
    add(1)
    leaving.abort(new Error('gone'))
    await expect(queue.settled()).resolves.toBeUndefined()
    expect(prepared).toEqual([])
  })
})
