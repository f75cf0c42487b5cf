/** Answers as bytes, by key, the longest unused one going first when they take more than a limit. */

export interface ByteCache {
  get(key: string): Buffer | undefined
  /** Bytes of more than a tenth of the limit are not kept: one of them would push out too many others. */
  set(key: string, bytes: Buffer): void
  bytes(): number
}

// A Map's entry, the key's string and the Buffer's header; about, chosen.
const ENTRY_BYTES = 300
const LARGEST_SHARE = 0.1

export function createByteCache(maxBytes: number): ByteCache {
  // A Map iterates in the order of insertion, so putting a hit back in makes the first one the longest unused.
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
