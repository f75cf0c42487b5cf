/** The number of the last change, and its twin: `inverse` is ~seq, so that damage to either of them is seen. */
import type { Database } from 'better-sqlite3'
import { assertDigest } from './row-digest.ts'

/** The function throws `STORE_DAMAGED`. */
export function prepareSeq(database: Database): () => number {
  const meta = database.prepare<[], { seq: number; inverse: number }>('SELECT seq, inverse FROM meta')
  return () => {
    const { seq, inverse } = meta.get() ?? { seq: 0, inverse: 0 }
    assertDigest(inverse, -seq - 1, () => 'The number of the last change')
    return seq
  }
}
