/** Time and waiting, as a port: tests control how fast time passes. */

export interface Clock {
  /** Returns monotonic milliseconds, from an arbitrary zero. */
  nowMs(): number
  /** Returns milliseconds since 1970, to compare with times from elsewhere. */
  dateMs(): number
  /** Calls `action` once, after `ms`; returns a function that cancels the call. */
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

/** Waits for `ms`; throws the reason of `signal` as soon as it aborts. */
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
