/**
 * Who may write? A writer keeps an exclusive lock on a small SQLite file next to the corpus for as long as it lives. The lock
 * is the operating system's, so it goes with its process, however that ends. A JSON file next to it names the owner, for the message.
 * `fs` must never open the lock file: closing any descriptor of it would release this process's lock (POSIX).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import Database, { SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'

/** A contender looks again while the lock has an owner that has not signed yet. Chosen, not measured. */
const LOOK_AGAIN_MS = 10
const LOOKS = 20

const Owner = z.object({ pid: z.number(), host: z.string(), purpose: z.string(), since: z.string() })
type Owner = z.infer<typeof Owner>

export interface WriterLock {
  release(): void
}

/** Waits up to `waitMs` (blocking), then throws `CORPUS_BUSY` naming the owner. */
export function takeWriterLock(path: string, purpose: string, waitMs = 0): WriterLock {
  const ownerPath = `${path}.owner.json`
  for (let look = 1; ; look++) {
    const lock = tryLock(`${path}.lock`, waitMs)
    if (lock !== null) {
      sign(lock, ownerPath, purpose)
      return { release: () => release(lock, ownerPath) }
    }
    const owner = readOwner(ownerPath)
    if (owner !== null && isAlive(owner)) throw busy(path, owner)
    if (look === LOOKS) throw new GlossError('CORPUS_BUSY', `${path} has another writer.`, { path })
    sleep(LOOK_AGAIN_MS)
  }
}

function tryLock(lockPath: string, waitMs: number): Database.Database | null {
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
    writeFileSync(ownerPath, JSON.stringify(owner))
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

function busy(path: string, owner: Owner): GlossError {
  const { pid, host, purpose, since } = owner
  const message = `${path} is being written by process ${pid} on ${host} (${purpose}) since ${since}.`
  return new GlossError('CORPUS_BUSY', message, { path, ...owner })
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

/** A killed writer leaves its name behind. Processes of other hosts cannot be asked and count as alive. */
function isAlive({ pid, host }: Owner): boolean {
  if (host !== hostname()) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
