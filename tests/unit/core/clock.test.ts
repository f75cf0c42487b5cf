/** Waiting, and what takes it back. */
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { sleep, systemClock } from '../../../core/clock.ts'
import { NEVER } from '../../../scripts/lib/fake-thinking.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

describe('sleep', () => {
  it('ends when its time has passed, and not before', async () => {
    const clock = createManualClock()
    let isOver = false
    const sleeping = sleep(clock, 50, NEVER).then(() => {
      isOver = true
    })
    await clock.advance(49)
    expect(isOver).toBe(false)
    await clock.advance(1)
    await sleeping
    expect(isOver).toBe(true)
  })

  it('ends with the reason of an abort, and waits for nothing any more', async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const sleeping = sleep(clock, 50, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(sleeping).rejects.toThrow('stopped')
    expect(clock.pendingMs()).toEqual([])
  })

  it('does not begin where it was stopped before', async () => {
    const clock = createManualClock()
    await expect(sleep(clock, 50, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
    expect(clock.pendingMs()).toEqual([])
  })

  it('leaves nothing on a signal that outlives it', async () => {
    const clock = createManualClock()
    const { signal } = new AbortController()
    const sleeping = sleep(clock, 50, signal)
    await clock.advance(50)
    await sleeping
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('the clock of the system', () => {
  it('calls an action once its time has come, and none that was taken back', async () => {
    const called: string[] = []
    await new Promise<void>((resolve) => {
      const takeBack = systemClock.after(1, () => called.push('taken back'))
      systemClock.after(1, () => called.push('called'))
      systemClock.after(20, resolve)
      takeBack()
    })
    expect(called).toEqual(['called'])
  })

  it('tells the date, and a time that never runs backwards', () => {
    const [before, first] = [Date.now(), systemClock.nowMs()]
    const [date, second] = [systemClock.dateMs(), systemClock.nowMs()]
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now())
    expect(second).toBeGreaterThanOrEqual(first)
  })
})
