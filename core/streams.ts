/** Pull-based streams: nothing runs until the consumer asks, so memory stays bounded. */

/** A step from one stream to another. It stops when `signal` aborts and closes its source. */
export type StreamStage<In, Out> = (source: AsyncIterable<In>, signal: AbortSignal) => AsyncIterable<Out>

/**
 * Maps with up to `limit` items in flight; results come out in the order of the source.
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

/** Marks the rejection as seen: it is rethrown in order where the promise is awaited. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
