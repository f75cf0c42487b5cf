/**
 * Detects damaged rows. Every row that a user can see, or that affects a ranking, has a digest of its columns, which is written in the
 * same transaction as the row and compared whenever the row is read. It shows damage, not forgery: there is no key.
 */
import { hash } from 'node:crypto'
import { GlossError } from '../../core/index.ts'

/** A value that SQLite can store in a column. */
export type StoredValue = string | number | null | Uint8Array

/** 72 bits of a SHA-256, in base64: two different rows have the same digest with a chance of one in 2^72. */
const DIGEST_CHARACTERS = 12

/** Hashes values, separated by type and length, so that `['ab', 'c']` and `['a', 'bc']` differ. */
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

/** Throws `STORE_DAMAGED` if the digests differ. `what` names the row for people, such as `Unit 3f…`. */
export function assertDigest(stored: unknown, computed: string | number, what: () => string): void {
  if (stored === computed) return
  const named = what()
  throw new GlossError('STORE_DAMAGED', `${named} is damaged: it is not what was stored.`, { row: named })
}
