/**
 * Stores the requests of a run in the table `asked`, once for each hash. A continuation repeats the previous request with a little more
 * text: it is stored as the difference, so that a turn of many steps takes space in proportion to its text, not to its square.
 */
import type { RunDatabase } from './run-database.ts'
import { damagedRow, runDigest, type WithDigest, wholeRow } from './run-digests.ts'

interface StoredPrompt {
  readonly base: string | null
  /** Length of the common beginning with the base, in UTF-16 characters. */
  readonly shared: number
  readonly rest: string
}

interface KnownText {
  readonly hash: string
  readonly text: string
}

/** Smallest common part for which saved space is worth reading a second row. Chosen, not measured. */
const MIN_SHARED_PART = 0.5

/** Creates the store, which keeps the last text of each asker and kind in memory. */
export function createPromptTexts({ query }: RunDatabase) {
  const last = new Map<string, KnownText>()

  async function insert(...row: readonly [string, string | null, number, string]): Promise<void> {
    await query(
      'INSERT INTO runs.asked (hash, base, shared, rest, digest) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING',
      [...row, runDigest(...row)],
    )
  }

  async function read(hash: string, known: KnownText | undefined): Promise<string | null> {
    const rows: StoredPrompt[] = []
    let next: string | null = hash
    while (next !== null && next !== known?.hash) {
      const row: StoredPrompt | null = await rowOf(next)
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
  async function rowOf(hash: string): Promise<StoredPrompt | null> {
    const what = `The question ${hash} of a run`
    const [row]: WithDigest<StoredPrompt>[] = await query('SELECT * FROM runs.asked WHERE hash = $1', [hash])
    if (row !== undefined) return wholeRow('asked', row, what)
    // A column that no index has, so that the rows are read.
    const unindexed = await query("SELECT shared FROM runs.asked WHERE hash || '' = $1", [hash])
    if (unindexed.length > 0) throw damagedRow(what)
    return null
  }

  return {
    /** Stores a text. `of` is its asker and kind; it is compared with the last text of the same. */
    async add({ hash, text, of }: KnownText & { readonly of: string }) {
      const base = last.get(of)
      const shared = base === undefined || base.hash === hash ? 0 : sharedStart(base.text, text)
      if (base === undefined || shared < text.length * MIN_SHARED_PART) await insert(hash, null, 0, text)
      else await insert(hash, base.hash, shared, text.slice(shared))
      // Only a stored text can be a base.
      last.set(of, { hash, text })
    },
    /** Returns the text, or null if none was stored. */
    async get({ hash, of }: { readonly hash: string; readonly of: string }): Promise<string | null> {
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
