/** Files that a person names: opened so that what is wrong with them is said in a sentence. */
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GlossError } from './errors.ts'

/** `purpose` says what the file is for. Throws `PATH_NOT_FOUND`, and `FILE_UNREADABLE` for a folder or a file without permission. */
export async function openFile(path: string, purpose: string): Promise<ReadStream> {
  try {
    const file = await open(path)
    const isFile = (await file.stat()).isFile()
    await file.close()
    if (isFile) return createReadStream(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new GlossError('PATH_NOT_FOUND', `${purpose}; ${path} does not exist.`, { path }, error)
    throw new GlossError('FILE_UNREADABLE', `${purpose}; ${path} cannot be opened.`, { path }, error)
  }
  throw new GlossError('FILE_UNREADABLE', `${purpose}; ${path} is not a file.`, { path })
}

/** What went wrong with a file that was to be written, as a sentence; any other error as it is. */
export function writeFailure(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOENT')
    return new GlossError(
      'PATH_NOT_FOUND',
      `${path} cannot be written: its folder does not exist.`,
      { path },
      error,
    )
  if (['EACCES', 'EPERM', 'EISDIR', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code))
    return new GlossError('FILE_UNREADABLE', `${path} cannot be written (${code}).`, { path }, error)
  return error
}

export async function readText(path: string, purpose: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await openFile(path, purpose)) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Writes a file next to `path` and renames it, so that a reader finds the old content or the new, never a part. Throws `PATH_NOT_FOUND`
 * or `FILE_UNREADABLE` where it cannot be written, and what `content` throws.
 */
export async function replaceFile(path: string, content: string | AsyncIterable<string>): Promise<void> {
  const temporary = `${path}.writing`
  try {
    await pipeline(typeof content === 'string' ? [content] : content, createWriteStream(temporary))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw writeFailure(path, error)
  }
}

export interface LineFile extends AsyncDisposable {
  add(value: unknown): Promise<void>
}

/** Lines of JSON, one after the other; what was there is replaced. Throws as `replaceFile` does. */
export async function createLineFile(path: string): Promise<LineFile> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'w')
    return {
      async add(value) {
        await file.write(`${JSON.stringify(value)}\n`)
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    throw writeFailure(path, error)
  }
}
