/** Processes many items or callers, a few at a time. Streams are pull-based: nothing runs until the consumer asks, so memory is bounded. */

/** A first-in, first-out queue: each call waits until those before it have entered and it may enter itself. */
export interface WaitingLine<Call> {
  /** Resolves when the call may enter. Rejects with the signal's reason if it aborts first. */
  enter(call: Call, signal: AbortSignal): Promise<void>
  /** Checks again whether the first call may enter, and then those after it. */
  admit(): void
}

/** A limit on the number of callers inside at once. */
export interface Semaphore {
  /** Resolves with a place, for `using`. Rejects with the signal's reason if it aborts first. */
  enter(signal: AbortSignal): Promise<Disposable>
}

/** `mayEnter` is called only for the first in line; if it returns true, it has counted the call as inside. */
export function createWaitingLine<Call>(mayEnter: (call: Call) => boolean): WaitingLine<Call> {
  const waiters: { readonly call: Call; readonly letIn: () => void }[] = []

  function admit(): void {
    for (let first = waiters[0]; first !== undefined && mayEnter(first.call); first = waiters[0]) {
      waiters.shift()
      first.letIn()
    }
  }

  return {
    admit,
    enter: (call, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const giveUp = () => {
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(signal.reason)
          admit()
        }
        const letIn = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const waiter = { call, letIn }
        signal.addEventListener('abort', giveUp, { once: true })
        waiters.push(waiter)
        admit()
      }),
  }
}

export function createSemaphore(places: number): Semaphore {
  let taken = 0
  const line = createWaitingLine<null>(() => taken < places && ++taken > 0)
  const place = {
    [Symbol.dispose]() {
      taken--
      line.admit()
    },
  }
  return {
    async enter(signal) {
      await line.enter(null, signal)
      return place
    },
  }
}

/** Starts the next item when any running one ends. The first failure stops the others and is thrown once all have ended; so is an abort. */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const waiting = items.values()

  async function worker(): Promise<void> {
    for (const item of waiting) {
      if (either.aborted) return
      try {
        await work(item, either)
      } catch (error) {
        stop.abort(error)
        return
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  either.throwIfAborted()
}

/**
 * Maps with up to `limit` items in flight; results are yielded in the order of the source.
 * At most `limit` results are held. A rejected `transform` aborts the others and is thrown in its turn.
 */
export function mapOrdered<In, Out>(
  limit: number,
  transform: (item: In, signal: AbortSignal) => Promise<Out>,
): StreamStage<In, Out> {
  return async function* (source, signal) {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const items = source[Symbol.asyncIterator]()
    const window: Promise<Out>[] = []
    let open = true
    try {
      while (open || window.length > 0) {
        while (open && window.length < limit) {
          signal.throwIfAborted()
          const next = await items.next()
          if (next.done) open = false
          else window.push(watched(transform(next.value, either)))
        }
        const head = window.shift()
        if (head !== undefined) yield await head
      }
    } finally {
      stop.abort()
      await Promise.allSettled(window)
      await items.return?.()
    }
  }
}

/** Marks the rejection as handled: it is rethrown in order when the promise is awaited. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** A step from one stream to another. It stops when `signal` aborts and closes its source. */
export type StreamStage<In, Out> = (source: AsyncIterable<In>, signal: AbortSignal) => AsyncIterable<Out>

/** Groups a stream into arrays of `size` (the last one may be shorter). */
export async function* batched<T>(source: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
