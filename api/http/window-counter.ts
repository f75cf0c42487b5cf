/**
 * Counts by client in windows of time, on a clock that never runs backwards: a system clock that was set back cannot make anyone wait
 * for days. A store for @fastify/rate-limit, whose own store reads the system clock.
 */

interface Window {
  count: number
  endsAtMs: number
}

export interface Counted {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

// Clients remembered, about 1 MB. Chosen, not measured.
const MAX_CLIENTS = 5_000

export class WindowCounter {
  // The first entry is the least recently used.
  readonly #windows = new Map<string, Window>()

  /** Counts a request; called by the plugin. */
  incr(client: string, done: (error: Error | null, counted?: Counted) => void, timeWindowMs: number): void {
    done(null, this.count(client, timeWindowMs))
  }

  /** Would set limits of a single route: not supported. */
  child(): WindowCounter {
    return new WindowCounter()
  }

  count(client: string, windowMs: number): Counted {
    const nowMs = performance.now()
    const known = this.#windows.get(client)
    const window =
      known === undefined || known.endsAtMs <= nowMs ? { count: 0, endsAtMs: nowMs + windowMs } : known
    window.count++
    this.#windows.delete(client)
    this.#windows.set(client, window)
    const oldest = this.#windows.keys().next()
    if (this.#windows.size > MAX_CLIENTS && !oldest.done) this.#windows.delete(oldest.value)
    return { current: window.count, ttl: window.endsAtMs - nowMs }
  }
}
