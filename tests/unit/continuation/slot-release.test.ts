import { describe, expect, it } from 'vitest'
import { createSlotRelease } from '../../../models/continuation/slot-release.ts'
import type { ChatEvent } from '../../../models/index.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const never = new AbortController().signal

async function* words(
  clock: ReturnType<typeof createManualClock>,
  paceMs: number,
): AsyncGenerator<ChatEvent> {
  for (const text of ['One', ' two', ' three']) {
    yield { type: 'text', text }
    await clock.advance(paceMs)
  }
  yield { type: 'finish', reason: 'stop' }
}

describe('a server whose reader left', () => {
  it.each([
    [20, 40],
    [5_000, 500],
  ])('has two tokens of time to notice, at %s ms a token', async (paceMs, waitMs) => {
    const clock = createManualClock()
    const settling = createSlotRelease(clock)
    let seen = 0
    for await (const _ of settling.watch(words(clock, paceMs))) if (++seen === 3) break
    const settled = settling.settle(never)
    expect(clock.pendingMs()).toEqual([waitMs])
    await clock.advance(waitMs)
    await settled
    await settling.settle(never)
  })

  it('is asked at once when it was read to its end', async () => {
    const clock = createManualClock()
    const settling = createSlotRelease(clock)
    for await (const _ of settling.watch(words(clock, 20)));
    await settling.settle(never)
    expect(clock.pendingMs()).toEqual([])
  })

  it('is not waited for by who left himself', async () => {
    const clock = createManualClock()
    const settling = createSlotRelease(clock)
    for await (const _ of settling.watch(words(clock, 20))) break
    const stop = new AbortController()
    const ends = expect(settling.settle(stop.signal)).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    await ends
    expect(clock.pendingMs()).toEqual([])
  })
})
