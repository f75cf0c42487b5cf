/** Embedder ids of tables tuned to a corpus: the id of the original table and a hash of the tuned one. */

const MARK = '+tuned-'

export function tunedId(base: string, hash: string): string {
  return `${base}${MARK}${hash}`
}

/** Returns whether the id is that of a tuned table. */
export function isTunedId(id: string): boolean {
  return id.includes(MARK)
}

/** Returns the id of the table that a tuned one was made from; any other id unchanged. */
export function untunedId(id: string): string {
  return id.split(MARK)[0] ?? id
}

export function tunedHash(id: string): string {
  return id.slice(id.indexOf(MARK) + MARK.length)
}
