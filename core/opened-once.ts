/** What is opened when it is first needed, and kept. */

/** Opens with the first call; what could not be opened is tried again with the next. */
export function openedOnce<Value>(open: () => Promise<Value>): () => Promise<Value> {
  const ofAll = openedOnceEach(open)
  return () => ofAll(null)
}

/** The same for each key; `known` are those that are open. */
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
