/** Creates folders and files that only their owner can open: papers may be licensed, and runs and lock owners name commands. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
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
 * Creates a folder and its missing parents; an existing one keeps its permissions. Does not use `recursive`, which reports ENOENT for a
 * disk that cannot be written, and never ends below a current folder that was removed (Node 24).
 */
export function makePrivateFolder(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere()) return
  if (!existsSync(dirname(path))) makePrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER_MODE })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isThere()) throw error
  }
}

/**
 * Creates a file for a library to fill: SQLite gives its journals the permissions of the database, and a database those of the umask. An
 * existing file is not touched. Never use it on a lock that this process holds: closing the file would release the lock.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE_MODE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Replaces the file, or the target of a link, with JSON: a reader finds the old value or the new one. Creates a missing folder. */
export function replacePrivateJson(path: string, value: unknown): void {
  makePrivateFolder(dirname(path))
  const target = existsSync(path) ? realpathSync(path) : path
  const temporary = `${target}.${randomUUID()}`
  try {
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE_FILE_MODE, flag: 'wx' })
    renameSync(temporary, target)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Does the same for content that may be large, such as an uploaded paper; until it is complete, the file name begins with a dot. */
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
