/**
 * Is a row what was stored? Every row that a user can see, or that decides a ranking, carries a digest of its columns, written in the
 * transaction that wrote the row and compared whenever the row is read. It shows damage, not forgery: there is no key.
 */
import { hash } from 'node:crypto'
import { GlossError } from '../../core/index.ts'

/** What SQLite keeps in a column. */
export type StoredValue = string | number | null | Uint8Array

/** 72 bits of a SHA-256, in base64: of two rows that differ, one in 2^72 pairs has the same. */
const DIGEST_CHARACTERS = 12

/** Parts are separated by their types and lengths, so `['ab', 'c']` and `['a', 'bc']` differ. */
export function rowDigest(values: readonly StoredValue[]): string {
  let text = ''
  for (const value of values) {
    if (typeof value === 'string') text += `${value.length}:${value}`
    else if (value === null) text += '-'
    else if (typeof value === 'number') text += `#${value};`
    else text += `*${hash('sha256', value, 'base64')}`
  }
  return hash('sha256', text, 'base64').slice(0, DIGEST_CHARACTERS)
}

/** Returns the digest of some columns of a row, in the order of `columns`. */
export function digestOf<Row extends object>(columns: readonly (keyof Row)[], row: Row): string {
  return rowDigest(columns.map((column) => row[column] as StoredValue))
}

/** `what` names the row for people, such as `Unit 3f…`. Throws `STORE_DAMAGED`. */
export function assertDigest(stored: unknown, computed: string | number, what: () => string): void {
  if (stored === computed) return
  const named = what()
  throw new GlossError('STORE_DAMAGED', `${named} is damaged: it is not what was stored.`, { row: named })
}
