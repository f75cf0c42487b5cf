/** Takes a whole snapshot of a corpus file, and puts one back in a single step. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { closing, GlossError, isGlossError, PRIVATE_FILE_MODE } from '../../core/index.ts'
import { lockCorpus } from './lock-corpus.ts'
import { withNamedFailures } from './sqlite-failure.ts'

/** Writes the corpus, as it is at one moment, to a new file while others use it. Throws `STORE_DAMAGED` and `STORE_UNWRITABLE`. */
export function snapshotSqliteFile(from: string, to: string): void {
  withNamedFailures(from, () => {
    using database = closing(new Database(from, { readonly: true, fileMustExist: true }))
    database.prepare('VACUUM INTO ?').run(to)
  })
  syncPath(to)
}

/**
 * Puts the closed corpus file `next` in place of `path`: a process that opens `path` finds the old corpus or the new one, whole. Throws
 * `CORPUS_BUSY` if another process writes to the old one or has it open.
 */
export function replaceSqliteFile(path: string, next: string, purpose: string): void {
  withNamedFailures(path, () => {
    using _ = lockCorpus(path, purpose)
    if (existsSync(path)) takeInLog(path)
    // A remaining log would be read as the new file's.
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
    syncPath(next)
    renameSync(next, path)
    syncPath(dirname(path))
  })
}

/** Writes the log of the last changes into the file, which SQLite does for its only user. Does nothing if the file is damaged. */
export function takeInLog(path: string): void {
  try {
    withNamedFailures(path, () => {
      using database = closing(new Database(path, { timeout: 0, fileMustExist: true }))
      if (database.pragma('journal_mode = DELETE', { simple: true }) === 'wal') throw stillOpen(path)
    })
  } catch (error) {
    if (isGlossError(error, 'CORPUS_BUSY')) throw stillOpen(path)
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
  }
}

function stillOpen(path: string): GlossError {
  const message = `Another process has ${path} open; stop \`gloss serve\` and other commands that use it.`
  return new GlossError('CORPUS_BUSY', message, { path })
}

/**
 * Copies the file byte by byte, damaged or not, with the log of its last changes. Nothing may write to it meanwhile. The log is copied
 * first, so that changes which are moved into the file meanwhile are in the copy, too.
 */
export function copyCorpusFile(path: string, to: string): void {
  for (const ending of ['-wal', '']) {
    const isThere = (statSync(`${path}${ending}`, { throwIfNoEntry: false })?.size ?? 0) > 0
    if (!isThere && ending !== '') continue
    copyFileSync(`${path}${ending}`, `${to}${ending}`, constants.COPYFILE_FICLONE)
    // A copy of a read-only file is read-only, too.
    chmodSync(`${to}${ending}`, PRIVATE_FILE_MODE)
  }
}

/** Flushes a file or folder, so that a power cut after it loses nothing. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
