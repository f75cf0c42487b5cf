/**
 * What was asked, in the table `asked`, once for each hash. A model that is continued is asked the same again with a little more behind it:
 * such a text is kept as what it adds to the one before, so that a turn of many steps takes room for its text and not for its square.
 */
import type { RunDatabase } from './run-database.ts'
import { damagedRow, runDigest, type WithDigest, wholeRow } from './run-digests.ts'

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
  add(asked: KnownText & { readonly of: string }): Promise<void>
  /** Null where nothing was kept. */
  get(asked: { readonly hash: string; readonly of: string }): Promise<string | null>
}

/** Half as much room is worth a second row to read. Chosen, not measured. */
const LEAST_SHARE = 0.5

/** Holds the last text of each asker and kind. */
export function createAskedTexts({ query }: RunDatabase): AskedTexts {
  const last = new Map<string, KnownText>()

  async function insert(...row: readonly [string, string | null, number, string]): Promise<void> {
    await query(
      'INSERT INTO runs.asked (hash, base, shared, rest, digest) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING',
      [...row, runDigest(...row)],
    )
  }

  async function read(hash: string, known: KnownText | undefined): Promise<string | null> {
    const rows: AskedRow[] = []
    let next: string | null = hash
    while (next !== null && next !== known?.hash) {
      const row: AskedRow | null = await rowOf(next)
      if (row === null && rows.length === 0) return null
      if (row === null) throw damagedRow(`The question ${next} of a run`)
      rows.push(row)
      next = row.base
    }
    let text = next === null ? '' : (known?.text ?? '')
    for (const { shared, rest } of rows.toReversed()) text = text.slice(0, shared) + rest
    return text
  }

  /** Returns null if the row is missing. Throws `STORE_DAMAGED` if it is there and only the index of the hashes does not have it. */
  async function rowOf(hash: string): Promise<AskedRow | null> {
    const what = `The question ${hash} of a run`
    const [row]: WithDigest<AskedRow>[] = await query('SELECT * FROM runs.asked WHERE hash = $1', [hash])
    if (row !== undefined) return wholeRow('asked', row, what)
    // A column that no index has, so that the rows are read.
    const unindexed = await query("SELECT shared FROM runs.asked WHERE hash || '' = $1", [hash])
    if (unindexed.length > 0) throw damagedRow(what)
    return null
  }

  return {
    async add({ hash, text, of }) {
      const base = last.get(of)
      const shared = base === undefined || base.hash === hash ? 0 : sharedStart(base.text, text)
      if (base === undefined || shared < text.length * LEAST_SHARE) await insert(hash, null, 0, text)
      else await insert(hash, base.hash, shared, text.slice(shared))
      // Only what is stored can be the base of another.
      last.set(of, { hash, text })
    },
    async get({ hash, of }) {
      const text = await read(hash, last.get(of))
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
