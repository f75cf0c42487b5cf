/** Cuts bytes where a network might. */

/** Cuts `bytes` into pieces of 1 to `most` bytes; `random` returns a number from 0 to below 1. */
export function cutBytes(bytes: Uint8Array, most: number, random: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + Math.floor(random() * most)
    pieces.push(bytes.subarray(from, to))
    from = to
  }
  return pieces
}
