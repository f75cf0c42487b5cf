/** Embedder ids of tables that learned a corpus: that of the table they began as, and a hash of what they became. */

const MARK = '+tuned-'

export function tunedId(base: string, hash: string): string {
  return `${base}${MARK}${hash}`
}

/** Returns whether vectors of this embedder are of a tuned table. */
export function isTunedId(id: string): boolean {
  return id.includes(MARK)
}

/** Returns the id of the table that a tuned one began as; any other id as it is. */
export function untunedId(id: string): string {
  return id.split(MARK)[0] ?? id
}

export function tunedHash(id: string): string {
  return id.slice(id.indexOf(MARK) + MARK.length)
}
