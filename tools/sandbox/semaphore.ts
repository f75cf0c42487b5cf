/** Lets so many in at once; the others wait in the order in which they came. */

export interface Semaphore {
  /** Resolves with what to call on leaving. Rejects with the signal's reason when it aborts before. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let taken = 0

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) taken--
    else next()
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (taken < places) taken++
      else await turn(waiting, signal)
      return leave
    },
  }
}

/** The place of the one who leaves is handed on. */
function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(enter), 1)
      reject(signal.reason)
    }
    waiting.push(enter)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
