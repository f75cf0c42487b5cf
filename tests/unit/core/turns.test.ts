/** Long work, and everybody else who waits for the thread. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTurns, mapInTurns, stepsInTurns } from '../../../core/turns.ts'

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

/** Whether somebody else has their turn while this runs. */
async function givesATurn(work: () => Promise<unknown>): Promise<boolean> {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  await work()
  return hadTurn
}

describe('turns', () => {
  it('are taken only when the thread was held for ten milliseconds, and again after as many', async () => {
    const pass = setClock()
    const takeTurns = createTurns()
    const given: boolean[] = []
    for (const ms of [0, 9.9, 0.1, 0, 9.9, 0.1]) {
      pass(ms)
      given.push(await givesATurn(takeTurns))
    }
    expect(given).toEqual([false, false, true, false, false, true])
  })

  it('are taken after as long as is said', async () => {
    const pass = setClock()
    const takeTurns = createTurns(3)
    pass(2.9)
    expect(await givesATurn(takeTurns)).toBe(false)
    pass(0.1)
    expect(await givesATurn(takeTurns)).toBe(true)
  })

  it('are taken between the items of a list, whose results keep their order', async () => {
    const pass = setClock()
    const mapped: number[] = []
    const hadTurn = await givesATurn(async () => {
      const double = (item: number) => {
        pass(6)
        return item * 2
      }
      mapped.push(...(await mapInTurns([1, 2, 3], double)))
    })
    expect([mapped, hadTurn]).toEqual([[2, 4, 6], true])
  })

  it('are taken between steps, whose outcome is what they return', async () => {
    const pass = setClock()
    const done: string[] = []
    function* steps() {
      for (const step of ['one', 'two', 'three']) {
        done.push(step)
        pass(6)
        yield
      }
      return done.length
    }
    let outcome = 0
    const hadTurn = await givesATurn(async () => {
      outcome = await stepsInTurns(steps())
    })
    expect([done, outcome, hadTurn]).toEqual([['one', 'two', 'three'], 3, true])
  })

  it('are none of work that is short', async () => {
    setClock()
    expect(await givesATurn(() => mapInTurns([1, 2, 3], (item) => item))).toBe(false)
  })
})
