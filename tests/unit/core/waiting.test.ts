/** Waiting, lines of callers, and work that is done a few items at a time. */
import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  batched,
  createSemaphore,
  createTurns,
  createWaitingLine,
  forEachConcurrent,
  mapInTurns,
  mapOrdered,
  sleep,
  stepsInTurns,
  systemClock,
} from '../../../core/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of stream) found.push(item)
  return found
}

describe('sleep', () => {
  it('ends when its time has passed, and leaves nothing on a signal that outlives it', async () => {
    const clock = createManualClock()
    const { signal } = new AbortController()
    let isOver = false
    const sleeping = sleep(clock, 50, signal).then(() => {
      isOver = true
    })
    await clock.advance(49)
    expect(isOver).toBe(false)
    await clock.advance(1)
    await sleeping
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it.each(['before', 'while'])('ends with the reason of an abort %s it sleeps', async (when) => {
    const clock = createManualClock()
    const stop = new AbortController()
    if (when === 'before') stop.abort(new Error('stopped'))
    const sleeping = sleep(clock, 50, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(sleeping).rejects.toThrow('stopped')
    expect(clock.pendingMs()).toEqual([])
  })
})

it('the clock of the system calls an action once its time has come, unless it was taken back', async () => {
  const called: string[] = []
  await new Promise<void>((resolve) => {
    const takeBack = systemClock.after(1, () => called.push('taken back'))
    systemClock.after(1, () => called.push('called'))
    systemClock.after(20, resolve)
    takeBack()
  })
  expect(called).toEqual(['called'])
  expect(Math.abs(systemClock.dateMs() - Date.now())).toBeLessThan(1_000)
})

describe('a waiting line', () => {
  it('lets callers in in order while the first one may enter, and none past the first', async () => {
    let room = 0
    const entered: string[] = []
    const line = createWaitingLine<number>((size) => {
      if (size > room) return false
      room -= size
      return true
    })
    for (const size of [3, 1, 2]) void line.enter(size, NEVER).then(() => entered.push(`size ${size}`))
    const admitted: string[] = []
    for (room of [2, 4, 2]) {
      line.admit()
      await settled()
      admitted.push(entered.join(', '))
    }
    expect(admitted).toEqual(['', 'size 3, size 1', 'size 3, size 1, size 2'])
  })

  it('lets in those behind a caller that gave up, and refuses one that had given up before', async () => {
    const entered: number[] = []
    const line = createWaitingLine<number>((size) => size <= 1)
    const stop = new AbortController()
    const large = line.enter(2, stop.signal)
    void line.enter(1, NEVER).then(() => entered.push(1))
    stop.abort(new Error('gave up'))
    await expect(large).rejects.toThrow('gave up')
    await settled()
    expect(entered).toEqual([1])
    await expect(line.enter(1, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })
})

it('a semaphore of two places lets the third in when one leaves', async () => {
  const semaphore = createSemaphore(2)
  const leaves: (() => void)[] = []
  const counts: number[] = []
  for (let i = 0; i < 4; i++) void semaphore.enter(NEVER).then((leave) => leaves.push(leave))
  for (let i = 0; i < 3; i++) {
    await settled()
    counts.push(leaves.length)
    leaves[i]!()
  }
  expect(counts).toEqual([2, 3, 4])
})

describe('items a few at a time', () => {
  it('are all done, never more than the limit at once', async () => {
    let open = 0
    let most = 0
    const done: number[] = []
    const items = Array.from({ length: 20 }, (_, at) => at)
    const work = async (item: number) => {
      most = Math.max(most, ++open)
      for (let i = 0; i < item % 3; i++) await settled()
      open--
      done.push(item)
    }
    await forEachConcurrent(items, 4, work, NEVER)
    expect([most, done.sort((one, other) => one - other)]).toEqual([4, items])
  })

  it('end with the first failure when those at work have ended, or with an abort', async () => {
    const ended: number[] = []
    const work = async (item: number, signal: AbortSignal) => {
      if (item === 1) throw new Error('second')
      await settled()
      ended.push(item)
      signal.throwIfAborted()
    }
    await expect(forEachConcurrent([0, 1, 2, 3], 2, work, NEVER)).rejects.toThrow('second')
    expect(ended).toEqual([0])
    const stop = new AbortController()
    const aborting = async () => stop.abort(new Error('stopped'))
    await expect(forEachConcurrent([0, 1], 1, aborting, stop.signal)).rejects.toThrow('stopped')
  })
})

describe('a map that keeps the order', () => {
  /** The state says how far the source was read and whether it was closed. */
  function sourceOf(count: number) {
    const state = { read: 0, closed: false }
    async function* items() {
      try {
        for (let i = 0; i < count; i++) {
          state.read++
          yield i
        }
      } finally {
        state.closed = true
      }
    }
    return { state, items: items() }
  }

  it('gives results in the order of the source, whichever ends first', async () => {
    const { items, state } = sourceOf(5)
    const slowFirst = async (item: number) => {
      for (let i = item; i < 5; i++) await settled()
      return item * 10
    }
    expect(await all(mapOrdered(3, slowFirst)(items, NEVER))).toEqual([0, 10, 20, 30, 40])
    expect(state).toEqual({ read: 5, closed: true })
  })

  it('reads no further than its limit before a result is taken', async () => {
    const { items, state } = sourceOf(9)
    const stream = mapOrdered(3, async (item: number) => item)(items, NEVER)[Symbol.asyncIterator]()
    const reads: number[] = []
    for (let i = 0; i < 2; i++) {
      expect(await stream.next()).toEqual({ done: false, value: i })
      reads.push(state.read)
    }
    await stream.return?.()
    expect([reads, state.closed]).toEqual([[3, 4], true])
  })

  it('throws a failure in its turn, aborts the others and closes the source', async () => {
    const { items, state } = sourceOf(9)
    const signals: AbortSignal[] = []
    const failing = mapOrdered(3, async (item: number, signal) => {
      signals.push(signal)
      if (item === 1) throw new Error('second')
      return item
    })(items, NEVER)
    const found: number[] = []
    const reading = async () => {
      for await (const item of failing) found.push(item)
    }
    await expect(reading()).rejects.toThrow('second')
    expect(found).toEqual([0])
    expect([signals.every(({ aborted }) => aborted), state.closed]).toEqual([true, true])
  })
})

it.each([
  [5, '0,1|2,3|4'],
  [4, '0,1|2,3'],
  [0, ''],
])('a stream of %i comes in twos, the rest at the end', async (count, batches) => {
  async function* counting() {
    for (let i = 0; i < count; i++) yield i
  }
  expect((await all(batched(counting(), 2))).join('|')).toBe(batches)
})

describe('turns for others who wait for the thread', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** Time passes only as it is set. */
  function setClock() {
    let nowMs = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    return (ms: number) => {
      nowMs += ms
    }
  }

  async function givesATurn(work: () => Promise<unknown>): Promise<boolean> {
    let hadTurn = false
    setImmediate(() => {
      hadTurn = true
    })
    await work()
    return hadTurn
  }

  it('are given only when the thread was held for ten milliseconds, and again after as many', async () => {
    const pass = setClock()
    const takeTurns = createTurns()
    const given: boolean[] = []
    for (const ms of [0, 9.9, 0.1, 0, 9.9, 0.1]) {
      pass(ms)
      given.push(await givesATurn(takeTurns))
    }
    expect(given).toEqual([false, false, true, false, false, true])
  })

  it('are given between items and between steps, whose results keep their order', async () => {
    const pass = setClock()
    const done: unknown[] = []
    const slow = (item: number) => {
      pass(6)
      return item * 2
    }
    function* steps() {
      for (const step of [1, 2, 3]) {
        slow(step)
        yield
      }
      return 'done'
    }
    expect(await givesATurn(async () => done.push(await mapInTurns([1, 2, 3], slow)))).toBe(true)
    expect(await givesATurn(async () => done.push(await stepsInTurns(steps())))).toBe(true)
    expect(done).toEqual([[2, 4, 6], 'done'])
  })
})
