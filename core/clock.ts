/** Time and waiting, as a port: tests decide how fast it passes. */

export interface Clock {
  /** Never runs backwards; its zero means nothing. */
  nowMs(): number
  /** Milliseconds since 1970, for times that others name. */
  dateMs(): number
  /** Calls `action` once, after `ms`; the function that it returns takes that back. */
  after(ms: number, action: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  dateMs: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}

/** Throws the reason of `signal` as soon as it aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}
