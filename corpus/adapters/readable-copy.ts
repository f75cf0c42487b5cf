/**
 * Makes a corpus on a read-only disk readable. SQLite has to write next to a file in WAL mode even to read it, so the file is copied to the
 * system's temporary folder. A killed process leaves its copy behind; the next process to make one removes it.
 */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from '../../core/index.ts'
import { copyCorpusFile } from './whole-sqlite-file.ts'

const PREFIX = 'gloss-reading-'

export interface ReadableCopy {
  readonly path: string
  /** Removes the copy; the database must be closed. */
  remove(): void
}

/** Returns whether the file or its folder is not writable. */
export function isOnReadOnlyDisk(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.W_OK)
    return false
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

export function copyToRead(path: string): ReadableCopy {
  removeLeftBehind()
  // mkdtemp creates a folder that only its owner can open.
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, basename(path))
    copyCorpusFile(path, copy)
    return { path: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function removeLeftBehind(): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1]
    if (pid === undefined || isProcessAlive(Number(pid))) continue
    try {
      rmSync(join(tmpdir(), entry), { recursive: true, force: true })
    } catch (error) {
      // The folder is another user's.
      if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}
