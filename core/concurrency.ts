/** Many items, a few at a time: the next begins when any of those at work ends. */

/** The first failure stops the others and is thrown when all have ended; an abort is thrown likewise. */
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
