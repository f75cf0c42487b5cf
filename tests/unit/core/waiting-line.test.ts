/** Who may enter, and when: order, places, and callers that give up. */
import { describe, expect, it } from 'vitest'
import {
  createSemaphore,
  createWaitingLine,
  forEachConcurrent,
  mapOrdered,
} from '../../../core/concurrency.ts'
import { NEVER } from '../../../scripts/lib/fake-thinking.ts'

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a waiting line', () => {
  it('lets callers in while the first one may enter, and no one past the first', async () => {
    let room = 0
    const entered: string[] = []
    const line = createWaitingLine<number>((size) => {
      if (size > room) return false
      room -= size
      return true
    })
    for (const [name, size] of [
      ['large', 3],
      ['small', 1],
      ['middle', 2],
    ] as const)
      void line.enter(size, NEVER).then(() => entered.push(name))
    room = 2
    line.admit()
    await settled()
    expect(entered).toEqual([])
    room = 4
    line.admit()
    await settled()
    expect(entered).toEqual(['large', 'small'])
    room = 2
    line.admit()
    await settled()
    expect(entered).toEqual(['large', 'small', 'middle'])
  })

  it('lets in who waits behind a caller that gave up', async () => {
    const entered: number[] = []
    const line = createWaitingLine<number>((size) => size <= 1)
    const stop = new AbortController()
    const large = line.enter(2, stop.signal)
    void line.enter(1, NEVER).then(() => entered.push(1))
    stop.abort(new Error('gave up'))
    await expect(large).rejects.toThrow('gave up')
    await settled()
    expect(entered).toEqual([1])
  })

  it('takes nobody who had given up before', async () => {
    const line = createWaitingLine<null>(() => true)
    await expect(line.enter(null, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })

  it('forgets a caller that is in: giving up later takes no one out of the line', async () => {
    let isOpen = true
    const line = createWaitingLine<null>(() => isOpen)
    const stop = new AbortController()
    await line.enter(null, stop.signal)
    isOpen = false
    let isIn = false
    void line.enter(null, NEVER).then(() => {
      isIn = true
    })
    stop.abort()
    isOpen = true
    line.admit()
    await settled()
    expect(isIn).toBe(true)
  })
})

describe('a semaphore', () => {
  it('holds as many as it has places', async () => {
    const semaphore = createSemaphore(2)
    const leaves: (() => void)[] = []
    for (let i = 0; i < 4; i++) void semaphore.enter(NEVER).then((leave) => leaves.push(leave))
    await settled()
    expect(leaves).toHaveLength(2)
    leaves[0]!()
    await settled()
    expect(leaves).toHaveLength(3)
    leaves[1]!()
    leaves[2]!()
    await settled()
    expect(leaves).toHaveLength(4)
  })
})

describe('items a few at a time', () => {
  it('are begun in order, no more than the limit, and none after a failure', async () => {
    const begun: number[] = []
    const signals: AbortSignal[] = []
    const failing = forEachConcurrent(
      [0, 1, 2, 3],
      2,
      async (item, signal) => {
        begun.push(item)
        signals.push(signal)
        if (item === 1) throw new Error('no')
        await settled()
      },
      NEVER,
    )
    expect(begun).toEqual([0, 1])
    await expect(failing).rejects.toThrow('no')
    expect(begun).toEqual([0, 1])
    expect(signals[0]!.aborted).toBe(true)
  })

  it('may be fewer than the limit, and none', async () => {
    const done: number[] = []
    await forEachConcurrent([7], 5, async (item) => void done.push(item), NEVER)
    await forEachConcurrent([], 5, async () => expect.fail('nothing to do'), NEVER)
    expect(done).toEqual([7])
  })
})

describe('a map that keeps the order', () => {
  /** The source says how far it was read and whether it was closed. */
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
  async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
    const found: T[] = []
    for await (const item of stream) found.push(item)
    return found
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
    expect(await stream.next()).toEqual({ done: false, value: 0 })
    expect(state.read).toBe(3)
    expect(await stream.next()).toEqual({ done: false, value: 1 })
    expect(state.read).toBe(4)
    await stream.return?.()
    expect(state.closed).toBe(true)
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
    const reading = (async () => {
      for await (const item of failing) found.push(item)
    })()
    await expect(reading).rejects.toThrow('second')
    expect(found).toEqual([0])
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(state.closed).toBe(true)
  })

  it('ends with an abort', async () => {
    const stop = new AbortController()
    const { items } = sourceOf(9)
    const stream = mapOrdered(1, async (item: number) => item)(items, stop.signal)[Symbol.asyncIterator]()
    await stream.next()
    stop.abort(new Error('stopped'))
    await expect(stream.next()).rejects.toThrow('stopped')
  })
})
