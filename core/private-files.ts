/** Folders and files that only the user who made them can open: papers may be under licence, and runs and owners name commands. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700

/**
 * With the folders above it that are missing; one that is there keeps its permissions. Not by `recursive`: that says ENOENT of a disk that
 * cannot be written, and never ends below a current folder that was removed (Node 24).
 */
export function makePrivateFolder(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere()) return
  if (!existsSync(dirname(path))) makePrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER_MODE })
  } catch (error) {
    // Another process made it meanwhile.
    if (!isThere()) throw error
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

/** Writes JSON in the place of the file: a reader finds the old value or the new. The folder is made where it is missing. */
export function replacePrivateJson(path: string, value: unknown): void {
  makePrivateFolder(dirname(path))
  const temporary = `${path}.${randomUUID()}`
  try {
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE_FILE_MODE, flag: 'wx' })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The same for a paper that came from elsewhere, which may be large; until it is whole, its name begins with a dot. */
export async function placePrivateFile(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  makePrivateFolder(dirname(path))
  const temporary = join(dirname(path), `.upload-${randomUUID()}`)
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: PRIVATE_FILE_MODE })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}
