/**
 * One process at a time for a corpus, a run or a folder of results. The owner keeps an exclusive lock on a small SQLite file for as long
 * as it works. The lock is the operating system's, so it ends with its process, however that ends. A JSON file next to it names the owner.
 * `fs` must never open the lock file: closing any descriptor of it would release this process's lock (POSIX).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import Database, { SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import {
  type ErrorCode,
  GlossError,
  isProcessAlive,
  makePrivateFile,
  PRIVATE_FILE_MODE,
} from '../../core/index.ts'

/** A contender looks again while the lock has an owner that has not signed yet. Chosen, not measured. */
const LOOK_AGAIN_MS = 10
const LOOKS = 20

const Owner = z.object({ pid: z.number(), host: z.string(), purpose: z.string(), since: z.string() })
type Owner = z.infer<typeof Owner>

export interface FileLock {
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
  const ownerPath = `${path}.owner.json`
  for (let look = 1; ; look++) {
    const lock = tryLock(`${path}.lock`, options.waitMs ?? 0)
    if (lock !== null) {
      sign(lock, ownerPath, options.purpose)
      return { release: () => release(lock, ownerPath) }
    }
    const owner = readOwner(ownerPath)
    if (owner !== null && isAlive(owner)) throw heldBy(owner, path, options)
    if (look === LOOKS) throw new GlossError(options.code, `${options.busy} by another process.`, { path })
    sleep(LOOK_AGAIN_MS)
  }
}

function tryLock(lockPath: string, waitMs: number): Database.Database | null {
  makePrivateFile(lockPath)
  const lock = new Database(lockPath, { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

function sign(lock: Database.Database, ownerPath: string, purpose: string): void {
  const owner: Owner = { pid: process.pid, host: hostname(), purpose, since: new Date().toISOString() }
  try {
    writeFileSync(ownerPath, JSON.stringify(owner), { mode: PRIVATE_FILE_MODE })
  } catch (error) {
    lock.close()
    throw error
  }
}

function release(lock: Database.Database, ownerPath: string): void {
  if (!lock.open) return
  rmSync(ownerPath, { force: true })
  lock.close()
}

function heldBy(owner: Owner, path: string, { code, busy }: FileLockOptions): GlossError {
  const { pid, host, purpose, since } = owner
  return new GlossError(code, `${busy} by process ${pid} on ${host} (${purpose}) since ${since}.`, {
    path,
    ...owner,
  })
}

/** Null where the owner has not signed, or is signing. */
function readOwner(ownerPath: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(ownerPath, 'utf8')))
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isAbsent || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

/** A killed owner leaves its name behind. Processes of other hosts cannot be asked and count as alive. */
function isAlive({ pid, host }: Owner): boolean {
  return host !== hostname() || isProcessAlive(pid)
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
