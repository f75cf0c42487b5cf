/** Shares one piece of work among callers: each can abort its wait, and the work is stopped when the last has. */

/** Returns a function that shares the work while it runs. The result is not cached: a later call starts the work again. */
export function createOnce<T>(
  work: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  let running: { readonly result: Promise<T>; readonly stop: AbortController; waiting: number } | null = null

  return async (signal) => {
    signal.throwIfAborted()
    if (running === null) {
      const stop = new AbortController()
      const run = { result: work(stop.signal), stop, waiting: 0 }
      const end = () => {
        if (running === run) running = null
      }
      run.result.then(end, end)
      running = run
    }
    const run = running
    run.waiting++
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([run.result, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      run.waiting--
      if (run.waiting === 0) {
        if (running === run) running = null
        run.stop.abort(signal.reason)
      }
    }
  }
}
