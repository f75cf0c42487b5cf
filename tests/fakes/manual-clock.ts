/** A clock that stands still until a test moves it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../core/index.ts'

export interface ManualClock extends Clock {
  /** Lets `ms` pass: what falls due on the way happens in order, with all that follows from it at once. */
  advance(ms: number): Promise<void>
  /** When what waits falls due, soonest first; milliseconds from now. */
  pendingMs(): readonly number[]
}

export function createManualClock(dateMs = 0): ManualClock {
  const timers = new Map<symbol, { readonly atMs: number; readonly action: () => void }>()
  let nowMs = 0
  const sorted = () => [...timers].toSorted(([, one], [, other]) => one.atMs - other.atMs)
  return {
    nowMs: () => nowMs,
    dateMs: () => dateMs + nowMs,
    after(ms, action) {
      const id = Symbol('timer')
      timers.set(id, { atMs: nowMs + ms, action })
      return () => void timers.delete(id)
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await nextTurn()
      for (let [next] = sorted(); next !== undefined && next[1].atMs <= untilMs; [next] = sorted()) {
        const [id, { atMs, action }] = next
        timers.delete(id)
        nowMs = Math.max(nowMs, atMs)
        action()
        await nextTurn()
      }
      nowMs = untilMs
    },
    pendingMs: () => sorted().map(([, { atMs }]) => atMs - nowMs),
  }
}
