/** Pull-based streams: nothing runs until the consumer asks, so memory stays bounded. */

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
