/** Simulated time: whatever waits is woken in a fixed order, so that a run depends on its seed alone. */
import { setImmediate as promisesSettle } from 'node:timers/promises'
import type { Clock } from '../../../../core/index.ts'

/** Who is woken first of those who wait for the same millisecond. */
export type WakingOrder = 'timer' | 'helper' | 'server' | 'reader'

export interface Simulation {
  /** Its timers are woken in their turn. */
  clockFor(order: WakingOrder): Clock
  /** Lets time pass until `work` settles. Throws where nothing is left to wait for. */
  run<T>(work: Promise<T>): Promise<T>
}

interface Timer {
  readonly atMs: number
  readonly rank: number
  readonly action: () => void
}

const ORDER: readonly WakingOrder[] = ['timer', 'helper', 'server', 'reader']

/** Work may yield to the event loop, more than once, with no timer set. */
const ROUNDS_WITHOUT_TIMER = 3

export function createSimulation(): Simulation {
  // Timers of one moment and rank keep the order in which they were set.
  const timers = new Set<Timer>()
  let nowMs = 0

  function next(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || isBefore(timer, first)) first = timer
    return first
  }

  async function pass(isOver: () => boolean): Promise<void> {
    let roundsWithoutTimer = 0
    for (await promisesSettle(); !isOver(); await promisesSettle()) {
      const timer = next()
      if (timer === undefined) {
        roundsWithoutTimer++
        if (roundsWithoutTimer > ROUNDS_WITHOUT_TIMER) throw new Error('the simulation waits for nothing')
        continue
      }
      roundsWithoutTimer = 0
      timers.delete(timer)
      nowMs = Math.max(nowMs, timer.atMs)
      timer.action()
    }
  }

  return {
    clockFor: (order) => ({
      nowMs: () => nowMs,
      dateMs: () => nowMs,
      after(ms, action) {
        const timer = { atMs: nowMs + ms, rank: ORDER.indexOf(order), action }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    }),
    async run(work) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      await pass(() => isOver)
      return await work
    },
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.atMs === other.atMs ? one.rank < other.rank : one.atMs < other.atMs
}
