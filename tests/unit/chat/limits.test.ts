import { describe, expect, it } from 'vitest'
import { createLimits, withLimits } from '../../../models/index.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { chatPlaying, saying } from '../../fakes/playing-chat.ts'

const never = new AbortController().signal
const UNLIMITED = { maxConcurrent: 100, tokensPerMinute: null }

describe('the limits of a server', () => {
  it('let so many in at a time, first come first served', async () => {
    const clock = createManualClock()
    const limits = createLimits({ ...UNLIMITED, maxConcurrent: 2 }, clock)
    const order: string[] = []
    const enter = async (name: string, signal = never) => {
      const slot = await limits.enter(1, signal)
      order.push(name)
      return slot
    }
    const first = await enter('first')
    await enter('second')
    const stop = new AbortController()
    const third = enter('third', stop.signal)
    const fourth = enter('fourth')
    const isLeft = expect(third).rejects.toThrow('told to')
    stop.abort(new Error('told to'))
    await isLeft
    await clock.advance(0)
    expect(order).toEqual(['first', 'second'])
    first.leave(1)
    first.leave(1)
    await fourth
    expect(order).toEqual(['first', 'second', 'fourth'])
    const fifth = enter('fifth')
    await clock.advance(1_000)
    expect(order).not.toContain('fifth')
    ;(await fourth).leave(1)
    await fifth
  })

  it('set some tokens aside for an answer without a limit, and give back what it did not use', async () => {
    const clock = createManualClock()
    const limits = createLimits({ ...UNLIMITED, tokensPerMinute: 6_000 }, clock)
    const chat = withLimits(chatPlaying(saying('yes', [10, 5])), limits)
    const events = chat.stream({ messages: [] }, never)[Symbol.asyncIterator]()
    await events.next()
    const next = limits.enter(6_000, never)
    await clock.advance(0)
    expect(clock.pendingMs()).toEqual([40_960])
    await events.return?.()
    await clock.advance(0)
    expect(clock.pendingMs()[0]).toBeLessThan(1_000)
    await clock.advance(1_000)
    await next
  })
})
