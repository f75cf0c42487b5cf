/**
 * Keys of services that share a PostgreSQL server. The server stores them; each machine has a copy in its key file, so that requests are
 * checked without asking the server. Keys of a folder that the server never had, such as older ones, are added to it.
 */
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { GlossError } from '../../core/index.ts'
import type { SharedDatabase } from '../../corpus/index.ts'
import { KeyEntry, keyFilePath, readKeyFile, writeKeyFile } from './key-file.ts'

/** Longest delay before another machine sees a change. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000
/** Longest wait, as for the lock of the key file. */
const LOCK_WAIT_MS = 5_000
const LOCK_EVERY_MS = 50
const CLASH_DIGITS = 6
const MAX_NAME_CHARACTERS = 57

interface KeyRow {
  readonly hash: string
  readonly entry: string
  readonly is_removed: boolean
}

/** Changes the keys here and on the server; `shared` is absent for corpora in files. Throws the errors of the change, `RESULTS_BUSY`. */
export async function changingKeys<Result>(
  shared: SharedDatabase | undefined,
  folder: string,
  change: () => Result,
): Promise<Result> {
  if (shared === undefined) return change()
  const release = await lockKeys(shared)
  try {
    const before = await takeOver(shared, folder)
    const path = keyFilePath(folder)
    const hadFile = existsSync(path)
    try {
      const result = change()
      const kept = new Set((readKeyFile(path) ?? []).map(({ hash }) => hash))
      for (const { hash } of before.filter((entry) => !kept.has(entry.hash)))
        await shared.query('UPDATE gloss.key SET is_removed = true WHERE hash = $1', [hash])
      await takeOver(shared, folder)
      return result
    } catch (error) {
      // A new key that was not shown would be required, and nobody would have it.
      if (hadFile) writeKeyFile(path, before)
      else rmSync(path, { force: true })
      throw error
    }
  } finally {
    await release()
  }
}

/** Resolves when the server's keys are here, then follows them until `signal` aborts. `onFault` is called with each error. */
export async function followKeys(
  shared: SharedDatabase | undefined,
  folder: string,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<{ readonly ended: Promise<void> }> {
  if (shared === undefined) return { ended: Promise.resolve() }
  /** Returns whether the keys are here; another process may be changing them. */
  const look = async (): Promise<boolean> => {
    try {
      const release = await shared.tryLock('keys')
      if (release === null) return false
      await takeOver(shared, folder).finally(release)
      return true
    } catch (error) {
      onFault(error)
      return false
    }
  }
  const pause = () => wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  const untilAborted = async () => {
    for (await pause(); !signal.aborted; await pause()) await look()
  }
  while (!signal.aborted && !(await look())) await pause()
  return { ended: untilAborted() }
}

async function lockKeys(shared: SharedDatabase): Promise<() => Promise<void>> {
  for (let waitedMs = 0; waitedMs < LOCK_WAIT_MS; waitedMs += LOCK_EVERY_MS) {
    const release = await shared.tryLock('keys')
    if (release !== null) return release
    await wait(LOCK_EVERY_MS)
  }
  throw new GlossError('RESULTS_BUSY', 'The keys are being changed by another process.')
}

/** Copies the server's current keys to the file and returns them. */
async function takeOver(shared: SharedDatabase, folder: string): Promise<readonly KeyEntry[]> {
  const path = keyFilePath(folder)
  const here = readKeyFile(path)
  const rows = await shared.query<KeyRow>('SELECT hash, entry, is_removed FROM gloss.key ORDER BY hash')
  const known = new Set(rows.map(({ hash }) => hash))
  const all = rows.filter((row) => !row.is_removed).map(entryOf)
  for (const entry of here ?? []) {
    if (known.has(entry.hash)) continue
    const isTaken = all.some(({ name }) => name === entry.name)
    const name = isTaken
      ? `${entry.name.slice(0, MAX_NAME_CHARACTERS)}-${entry.hash.slice(0, CLASH_DIGITS)}`
      : entry.name
    all.push({ ...entry, name })
    await shared.query('INSERT INTO gloss.key (hash, entry) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING', [
      entry.hash,
      JSON.stringify({ ...entry, name }),
    ])
  }
  const sorted = all.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  const isNew = JSON.stringify(sorted) !== JSON.stringify(here)
  // If there never was a key, the service asks for none.
  if (isNew && (here !== null || rows.length > 0)) writeKeyFile(path, sorted)
  return sorted
}

function entryOf({ hash, entry }: KeyRow): KeyEntry {
  const { success, data } = KeyEntry.safeParse(JSON.parse(entry))
  if (success && data.hash === hash) return data
  throw new GlossError('KEY_FILE_REFUSED', 'A key on the server is damaged; `gloss keys renew` replaces it.')
}
