/** Opens things when they are first needed, and keeps them. */

/** Opens with the first call; after a failure, the next call tries again. */
export function openedOnce<Value>(open: () => Promise<Value>): () => Promise<Value> {
  const ofAll = openedOnceEach(open)
  return () => ofAll(null)
}

/** Does the same for each key; `known` has those that are open. */
export function openedOnceEach<Key, Value>(
  open: (key: Key) => Promise<Value>,
  known = new Map<Key, Promise<Value>>(),
): (key: Key) => Promise<Value> {
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const opening = open(key)
    known.set(key, opening)
    opening.catch(() => known.delete(key))
    return opening
  }
}
