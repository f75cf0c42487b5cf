/**
 * One process at a time for a corpus, a run or a folder of results. The owner keeps an exclusive lock on a small SQLite file for as long
 * as it works. The lock is the operating system's, so it ends with its process, however that ends. A JSON file next to it names the owner.
 * Both files go with the lock; those of a killed owner go with the next lock that is taken in their folder. `fs` must never open the lock file: closing any descriptor of it would release this process's lock (POSIX).
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

/** A contender looks again while the lock has an owner that has not signed yet. Chosen, not measured. */
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
  /** Thrown where another process has the lock. */
  readonly code: Extract<ErrorCode, 'CORPUS_BUSY' | 'RUN_BUSY' | 'RESULTS_BUSY'>
  /** What is busy and how, for the message: `The run 12ab is being worked on`. */
  readonly busy: string
  /** The command of this process, for the message to others. */
  readonly purpose: string
  /** Blocks for so long before it gives up; 0 where absent. */
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
  /** Tells the file from another one of its name. */
  readonly file: string
}

/** Null where another process has the lock, or took the file away with it in this moment. */
function tryLock(path: string, waitMs: number): HeldLock | null {
  const lockPath = `${path}${LOCK}`
  makePrivateFile(lockPath)
  const file = fileIdentity(lockPath)
  const database = new Database(lockPath, { timeout: waitMs })
  try {
    // It is never written to, and a journal would be one more file.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    // A lock on a file that is at its place no more keeps nobody out.
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

/** The files go first, while nobody else can have the lock. Where the folder was moved, others of their names are another's. */
function release({ path, database, file }: HeldLock): void {
  if (!database.open) return
  if (fileIdentity(`${path}${LOCK}`) === file) {
    rmSync(`${path}${OWNER}`, { force: true })
    removeOpen(`${path}${LOCK}`)
  }
  database.close()
}

/** Windows removes no file that is open: there it stays, and serves the next owner. */
function removeOpen(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!['EBUSY', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Removes what owners left in the folder that have ended without releasing their locks. */
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

/** Null where the owner has not signed, or is signing. */
function readOwner(path: string): Owner | null {
  return Owner.safeParse(jsonInFile(`${path}${OWNER}`)).data ?? null
}

/** A killed owner leaves its name behind. Processes of other hosts cannot be asked and count as alive. */
function isAlive({ pid, host }: Owner): boolean {
  return host !== hostname() || isProcessAlive(pid)
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
