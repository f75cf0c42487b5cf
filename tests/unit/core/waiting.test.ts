/** Tests waiting, queues of callers, and work with limited concurrency. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  batched,
  createWaitingLine,
  forEachConcurrent,
  mapInTurns,
  stepsInTurns,
} from '../../../core/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { turnsWhile } from '../../fixtures/turns.ts'

/** Lets all pending callbacks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of stream) found.push(item)
  return found
}

describe('a waiting line', () => {
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

describe('items a few at a time', () => {
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

it('gives others a turn between items and between steps, whose results keep their order', async () => {
  let nowMs = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const done: unknown[] = []
  const slow = (item: number) => {
    nowMs += 6
    return item * 2
  }
  function* steps() {
    for (const step of [1, 2, 3]) {
      slow(step)
      yield
    }
    return 'done'
  }
  const mapping = async () => done.push(await mapInTurns([1, 2, 3], slow))
  expect(await turnsWhile(mapping)).toBeGreaterThan(0)
  expect(await turnsWhile(async () => done.push(await stepsInTurns(steps())))).toBeGreaterThan(0)
  expect(done).toEqual([[2, 4, 6], 'done'])
})
