import { afterEach, describe, expect, it, vi } from 'vitest'
import { WindowCounter } from '../../../../api/http/window-counter.ts'

const MINUTE_MS = 60_000
afterEach(() => {
  vi.useRealTimers()
})

describe('the window counter', () => {
  it('counts each client from its first request until the window is over', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const counter = new WindowCounter()
    expect(counter.count('one', MINUTE_MS)).toEqual({ current: 1, ttl: MINUTE_MS })
    vi.advanceTimersByTime(20_000)
    expect(counter.count('one', MINUTE_MS)).toEqual({ current: 2, ttl: 40_000 })
    expect(counter.count('two', MINUTE_MS).current).toBe(1)
    expect(counter.read('one')).toEqual({ current: 2, ttl: 40_000 })
    vi.advanceTimersByTime(40_000)
    expect(counter.read('one')).toEqual({ current: 0, ttl: 0 })
    expect(counter.count('one', MINUTE_MS)).toEqual({ current: 1, ttl: MINUTE_MS })
  })

  it('does not mind a system clock that is set back', () => {
    const counter = new WindowCounter()
    counter.count('one', MINUTE_MS)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 24 * 60 * MINUTE_MS })
    expect(counter.count('one', MINUTE_MS).ttl).toBeLessThanOrEqual(MINUTE_MS)
  })

  it('remembers a bounded number of clients', () => {
    const counter = new WindowCounter()
    for (let i = 0; i < 6_000; i++) counter.count(`client ${i}`, MINUTE_MS)
    expect([counter.read('client 0').current, counter.read('client 5999').current]).toEqual([0, 1])
  })
})
