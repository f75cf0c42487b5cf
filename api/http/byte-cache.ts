/** Caches answers as bytes by key, and removes the least recently used ones when their size exceeds a limit. */

export interface ByteCache {
  get(key: string): Buffer | undefined
  /** Stores bytes, unless they take more than a tenth of the limit: they would displace too many others. */
  set(key: string, bytes: Buffer): void
  bytes(): number
}

// Approximate size of a Map's entry, the key's string and the Buffer's header; chosen.
const ENTRY_BYTES = 300
const LARGEST_SHARE = 0.1

export function createByteCache(maxBytes: number): ByteCache {
  // A Map iterates in the order of insertion; re-inserting each hit makes the first entry the least recently used.
  const entries = new Map<string, Buffer>()
  let held = 0
  const sizeOf = (key: string, bytes: Buffer) => bytes.byteLength + 2 * key.length + ENTRY_BYTES

  function drop(key: string): void {
    const bytes = entries.get(key)
    if (bytes === undefined) return
    entries.delete(key)
    held -= sizeOf(key, bytes)
  }

  return {
    get(key) {
      const bytes = entries.get(key)
      if (bytes === undefined) return undefined
      entries.delete(key)
      entries.set(key, bytes)
      return bytes
    },
    set(key, bytes) {
      const size = sizeOf(key, bytes)
      if (size > LARGEST_SHARE * maxBytes) return
      drop(key)
      entries.set(key, bytes)
      held += size
      while (held > maxBytes) {
        const oldest = entries.keys().next()
        if (oldest.done) return
        drop(oldest.value)
      }
    },
    bytes: () => held,
  }
}
