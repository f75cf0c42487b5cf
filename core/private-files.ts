/** Folders and files that only the user who made them can open: papers may be under licence, and runs and owners name commands. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700

/** With the folders above it that are missing; one that is there keeps its permissions. */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  } catch (error) {
    // Of a disk that cannot be written, `recursive` says ENOENT; without it Node gives the reason.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (!existsSync(dirname(path))) makePrivateFolder(dirname(path))
    mkdirSync(path, { mode: PRIVATE_FOLDER_MODE })
  }
}

/**
 * For files that a library makes: SQLite gives its journals the permissions of the database, and a database those of the umask. A file
 * that is there is not touched. Never for a lock that this process holds: closing it would release the lock.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE_MODE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
