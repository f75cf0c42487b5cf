import { describe, expect, it } from 'vitest'
import type { GlossError } from '../../../core/index.ts'
import { createDeadlines } from '../../../models/chat/deadlines.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const SETTINGS = { firstTokenMs: 100, betweenTokensMs: 30, totalMs: 500 }

function started() {
  const clock = createManualClock()
  const passed: GlossError[] = []
  const deadlines = createDeadlines(SETTINGS, clock, (failure) => passed.push(failure))
  const deadlineOf = () => passed.map(({ facts }) => facts['deadline'])
  return { clock, deadlines, deadlineOf }
}

describe('deadlines', () => {
  it('pass where no first token comes, whatever else does', async () => {
    const { clock, deadlines, deadlineOf } = started()
    for (let i = 0; i < 4; i++) {
      deadlines.wait()
      await clock.advance(25)
      deadlines.receive()
    }
    expect(deadlineOf()).toEqual(['first_token'])
    expect(clock.pendingMs()).toEqual([])
  })

  it('pass between tokens, though signs of life come', async () => {
    const { clock, deadlines, deadlineOf } = started()
    deadlines.progress()
    for (let i = 0; i < 3; i++) {
      deadlines.wait()
      await clock.advance(10)
      deadlines.receive()
    }
    deadlines.wait()
    await clock.advance(0)
    expect(deadlineOf()).toEqual(['between_tokens'])
  })

  it('do not count the time of the reader, and begin anew with each token', async () => {
    const { clock, deadlines, deadlineOf } = started()
    for (let i = 0; i < 4; i++) {
      deadlines.progress()
      await clock.advance(50)
      deadlines.wait()
      await clock.advance(29)
      deadlines.receive()
    }
    expect(deadlineOf()).toEqual([])
  })

  it('pass once in all', async () => {
    const { clock, deadlines, deadlineOf } = started()
    deadlines.progress()
    await clock.advance(1_000)
    expect(deadlineOf()).toEqual(['total'])
  })

  it('do not pass after the end', async () => {
    const { clock, deadlines, deadlineOf } = started()
    deadlines.stop()
    await clock.advance(1_000)
    expect(deadlineOf()).toEqual([])
  })
})
