/**
 * Lets one process at a time work on a corpus, a run or a results folder. While working, the owner locks a small SQLite file exclusively;
 * the operating system ends the lock with the process, however it ends. A JSON file names the owner. A release deletes both files; those of
 * a killed owner are deleted with the next lock in the folder. `fs` must not open the lock file: closing it releases the lock (POSIX).
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import Database, { SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import {
  type ErrorCode,
  GlossError,
  isProcessAlive,
  jsonInFile,
  makePrivateFile,
  PRIVATE_FILE_MODE,
} from '../../core/index.ts'
import { fileIdentity } from './file-identity.ts'

/** Pause before a contender retries while the lock has an owner that has not written its name yet. Chosen, not measured. */
const LOOK_AGAIN_MS = 10
const LOOKS = 20
const LOCK = '.lock'
const OWNER = '.owner.json'

const Owner = z.object({ pid: z.number(), host: z.string(), purpose: z.string(), since: z.string() })
type Owner = z.infer<typeof Owner>

export interface FileLock extends Disposable {
  release(): void
}

export interface FileLockOptions {
  /** Code of the error thrown if another process has the lock. */
  readonly code: Extract<ErrorCode, 'CORPUS_BUSY' | 'RUN_BUSY' | 'RESULTS_BUSY'>
  /** Subject and verb of the error message: `The run 12ab is being worked on`. */
  readonly busy: string
  /** Command of this process, shown in the error messages of other processes. */
  readonly purpose: string
  /** Milliseconds to block before giving up; 0 if absent. */
  readonly waitMs?: number
}

/** Locks `path` by the files PATH.lock and PATH.owner.json. Throws `code` with the process that has the lock, and since when. */
export function takeFileLock(path: string, options: FileLockOptions): FileLock {
  for (let look = 1; ; look++) {
    const lock = tryLock(path, options.waitMs ?? 0)
    if (lock !== null) {
      sign(lock, options.purpose)
      removeLeft(dirname(path))
      return { release: () => release(lock), [Symbol.dispose]: () => release(lock) }
    }
    const owner = readOwner(path)
    if (owner !== null && isAlive(owner)) throw heldBy(owner, path, options)
    if (look === LOOKS) throw new GlossError(options.code, `${options.busy} by another process.`, { path })
    sleep(LOOK_AGAIN_MS)
  }
}

interface HeldLock {
  readonly path: string
  readonly database: Database.Database
  /** Identity of the lock file, to tell it from a later file with the same name. */
  readonly file: string
}

/** Returns null if another process has the lock, or deleted the lock file at this very moment. */
function tryLock(path: string, waitMs: number): HeldLock | null {
  const lockPath = `${path}${LOCK}`
  makePrivateFile(lockPath)
  const file = fileIdentity(lockPath)
  const database = new Database(lockPath, { timeout: waitMs })
  try {
    // The file is never written to, and a journal would be one more file.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    // A lock on a file that is no longer at its path excludes nobody.
    if (file !== null && fileIdentity(lockPath) === file) return { path, database, file }
  } catch (error) {
    const isBusy = error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')
    if (!isBusy) {
      database.close()
      throw error
    }
  }
  database.close()
  return null
}

function sign(lock: HeldLock, purpose: string): void {
  const owner: Owner = { pid: process.pid, host: hostname(), purpose, since: new Date().toISOString() }
  try {
    writeFileSync(`${lock.path}${OWNER}`, JSON.stringify(owner), { mode: PRIVATE_FILE_MODE })
  } catch (error) {
    lock.database.close()
    throw error
  }
}

/** Deletes the files first, while no other process can have the lock. If the folder was moved, its files at the old path are another's. */
function release({ path, database, file }: HeldLock): void {
  if (!database.open) return
  if (fileIdentity(`${path}${LOCK}`) === file) {
    rmSync(`${path}${OWNER}`, { force: true })
    removeOpen(`${path}${LOCK}`)
  }
  database.close()
}

/** Windows cannot delete an open file: there it stays, for the next owner to use. */
function removeOpen(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!['EBUSY', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Removes the files of owners in the folder that ended without releasing their locks. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(OWNER)) continue
    const path = join(folder, name.slice(0, -OWNER.length))
    const owner = readOwner(path)
    if (owner === null || isAlive(owner)) continue
    const left = tryLock(path, 0)
    if (left !== null) release(left)
  }
}

function heldBy(owner: Owner, path: string, { code, busy }: FileLockOptions): GlossError {
  const { pid, host, purpose, since } = owner
  return new GlossError(code, `${busy} by process ${pid} on ${host} (${purpose}) since ${since}.`, {
    path,
    ...owner,
  })
}

/** Returns null if the owner has not written its file, or is writing it. */
function readOwner(path: string): Owner | null {
  return Owner.safeParse(jsonInFile(`${path}${OWNER}`)).data ?? null
}

/** A killed owner leaves its file behind. Processes on other hosts cannot be checked and count as alive. */
function isAlive({ pid, host }: Owner): boolean {
  return host !== hostname() || isProcessAlive(pid)
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
