/** A clock that only a test advances. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../core/index.ts'

export interface ManualClock extends Clock {
  /** Advances the clock by `ms`: timers that fall due fire in order, each with everything that follows from it at once. */
  advance(ms: number): Promise<void>
  /** Returns when the pending timers fall due, soonest first, in milliseconds from now. */
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
