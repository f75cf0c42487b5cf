/**
 * Who may write? A writer keeps an exclusive lock on a small SQLite file beside the corpus for as long as it lives. The lock
 * is the operating system's, so it goes with its process, however that ends. A JSON file beside it names the owner, for the message.
 * `fs` must never open the lock file: closing any descriptor of it would release this process's lock (POSIX).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import Database, { SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'

const Owner = z.object({ pid: z.number(), host: z.string(), purpose: z.string(), since: z.string() })

export interface WriterLock {
  release(): void
}

/** Waits up to `waitMs` (blocking), then throws `CORPUS_BUSY`. */
export function takeWriterLock(path: string, purpose: string, waitMs = 0): WriterLock {
  const ownerPath = `${path}.owner.json`
  const lock = new Database(`${path}.lock`, { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw busy(path, ownerPath, error)
    throw error
  }
  const owner = { pid: process.pid, host: hostname(), purpose, since: new Date().toISOString() }
  writeFileSync(ownerPath, JSON.stringify(owner))
  return {
    release: () => {
      if (!lock.open) return
      rmSync(ownerPath, { force: true })
      lock.close()
    },
  }
}

function busy(path: string, ownerPath: string, cause: unknown): GlossError {
  const owner = readOwner(ownerPath)
  if (owner === null)
    return new GlossError('CORPUS_BUSY', `${path} is just being taken by another writer.`, { path }, cause)
  const { pid, host, purpose, since } = owner
  const message = `${path} is being written by process ${pid} on ${host} (${purpose}) since ${since}.`
  return new GlossError('CORPUS_BUSY', message, { path, ...owner }, cause)
}

/** Null in the moment between the lock and the name of its owner. */
function readOwner(ownerPath: string): z.infer<typeof Owner> | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(ownerPath, 'utf8')))
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isAbsent || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
