import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSemaphore, forEachConcurrent } from '../../../core/concurrency.ts'
import { NEVER } from '../../../scripts/lib/fake-thinking.ts'

describe('items beside each other', () => {
  it('are all done, never more than the limit at once', async () => {
    let open = 0
    let most = 0
    const done: number[] = []
    const work = async (item: number) => {
      most = Math.max(most, ++open)
      await pause(item % 3)
      open--
      done.push(item)
    }
    await forEachConcurrent(
      Array.from({ length: 20 }, (_, at) => at),
      4,
      work,
      NEVER,
    )
    expect([most, done.sort((one, other) => one - other)]).toEqual([
      4,
      Array.from({ length: 20 }, (_, at) => at),
    ])
  })

  it('end with the first failure, when those at work have ended', async () => {
    const ended: number[] = []
    const work = async (item: number, signal: AbortSignal) => {
      if (item === 1) throw new Error('second')
      await pause(5)
      ended.push(item)
      signal.throwIfAborted()
    }
    await expect(forEachConcurrent([0, 1, 2, 3], 2, work, NEVER)).rejects.toThrow('second')
    expect(ended).toEqual([0])
  })

  it('end with an abort', async () => {
    const stop = new AbortController()
    const work = async () => stop.abort(new Error('stopped'))
    await expect(forEachConcurrent([0, 1], 1, work, stop.signal)).rejects.toThrow('stopped')
  })
})

describe('a semaphore of two places', () => {
  it('lets the third in when one leaves, in order, and forgets a caller that gave up', async () => {
    const semaphore = createSemaphore(2)
    const first = await semaphore.enter(NEVER)
    await semaphore.enter(NEVER)
    const entered: string[] = []
    const third = semaphore.enter(NEVER).then((leave) => {
      entered.push('third')
      return leave
    })
    const given = new AbortController()
    const fourth = semaphore.enter(given.signal)
    const fifth = semaphore.enter(NEVER).then(() => entered.push('fifth'))
    given.abort()
    await expect(fourth).rejects.toMatchObject({ name: 'AbortError' })
    expect(entered).toEqual([])
    first()
    const leave = await third
    expect(entered).toEqual(['third'])
    leave()
    await fifth
    expect(entered).toEqual(['third', 'fifth'])
  })
})
