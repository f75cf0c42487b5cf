/**
 * What was asked, in the table `asked`, once for each hash. A model that is continued is asked the same again with a little more behind it:
 * such a text is kept as what it adds to the one before, so that a turn of many steps takes room for its text and not for its square.
 */
import type { Database } from 'better-sqlite3'
import { runDigest, type WithDigest, wholeRow } from './run-digests.ts'

export const ASKED_SCHEMA = `
  CREATE TABLE IF NOT EXISTS asked (
    hash TEXT PRIMARY KEY, base TEXT REFERENCES asked (hash), shared INTEGER NOT NULL, rest TEXT NOT NULL
  ) STRICT;
`

interface AskedRow {
  readonly base: string | null
  /** UTF-16 characters that it begins with as its base does. */
  readonly shared: number
  readonly rest: string
}

interface KnownText {
  readonly hash: string
  readonly text: string
}

export interface AskedTexts {
  /** `of`: whose text it is; it is compared with the last of the same. */
  add(asked: KnownText & { readonly of: string }): void
  /** Null where nothing was kept. */
  get(asked: { readonly hash: string; readonly of: string }): string | null
}

/** Half as much room is worth a second row to read. Chosen, not measured. */
const LEAST_SHARE = 0.5

/** Holds the last text of each asker and kind. */
export function createAskedTexts(database: Database): AskedTexts {
  const insertRow = database.prepare(
    'INSERT OR IGNORE INTO asked (hash, base, shared, rest, digest) VALUES (?, ?, ?, ?, ?)',
  )
  const select = database.prepare<[string], WithDigest<AskedRow>>('SELECT * FROM asked WHERE hash = ?')
  const last = new Map<string, KnownText>()

  function insert(...row: readonly [string, string | null, number, string]): void {
    insertRow.run(...row, runDigest(...row))
  }

  function read(hash: string, known: KnownText | undefined): string | null {
    const rows: AskedRow[] = []
    let text: string | null = null
    for (let next: string | null = hash; next !== null && text === null; ) {
      if (next === known?.hash) {
        text = known.text
        break
      }
      const row = select.get(next)
      if (row === undefined) return null
      rows.push(wholeRow('asked', row, `The question ${next} of a run`))
      next = row.base
    }
    for (const { shared, rest } of rows.toReversed()) text = (text ?? '').slice(0, shared) + rest
    return text
  }

  return {
    add({ hash, text, of }) {
      const base = last.get(of)
      last.set(of, { hash, text })
      const shared = base === undefined || base.hash === hash ? 0 : sharedStart(base.text, text)
      if (base === undefined || shared < text.length * LEAST_SHARE) insert(hash, null, 0, text)
      else insert(hash, base.hash, shared, text.slice(shared))
    },
    get({ hash, of }) {
      const text = read(hash, last.get(of))
      if (text !== null) last.set(of, { hash, text })
      return text
    },
  }
}

function sharedStart(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let end = 0
  while (end < length && one.charCodeAt(end) === other.charCodeAt(end)) end++
  return end
}
