/**
 * Stores uploaded files in a corpus's own folder, each under the hash of its content and a name that cannot leave the folder. They are
 * received elsewhere first, so that no part of a refused form reaches a corpus.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import {
  GlossError,
  invalidInput,
  isProcessAlive,
  makePrivateFolder,
  PRIVATE_FILE_MODE,
  safeFileName,
} from '../../core/index.ts'

const HASH_DIGITS = 16
/** Bytes read at once from a received file. Chosen, not measured. */
const READ_BYTES = 1024 * 1024

export interface StoredUpload {
  readonly path: string
  /** Name given by the client, for people. */
  readonly name: string
}

/** Received files of a form; disposing removes those that were not moved to a corpus. */
export interface Received extends AsyncDisposable {
  /** Returns the files with the paths that they would get in this folder. */
  uploadsIn(folder: string): StoredUpload[]
  /** Returns a reader for each file, usable until the file is kept. */
  contents(): (() => AsyncIterable<Uint8Array>)[]
  /** Moves the files to this folder, which must exist. */
  keepIn(folder: string): Promise<void>
}

/** Distinguishes incoming files of this process from those that a killed one left. */
const OWN_PREFIX = `${process.pid}-`

/**
 * Receives the files of a form one after the other, whatever their size: none is held in memory. Throws `TOO_LARGE` if they
 * exceed `maxBytes` together, and `INPUT_INVALID` for a form that is malformed or has no files; then none of them is left.
 */
export async function receiveUploads(
  parts: AsyncIterable<Multipart>,
  { incoming, maxBytes }: { incoming: string; maxBytes: number },
): Promise<Received> {
  makePrivateFolder(incoming)
  const stored: { readonly temporary: string; readonly name: string; readonly file: string }[] = []
  const budget = { left: maxBytes }
  const discard = async () => {
    for (const { temporary } of stored) await rm(temporary, { force: true })
  }
  try {
    for await (const part of parts) {
      if (part.type !== 'file')
        throw invalidInput(
          part.fieldname,
          `${part.fieldname}: must be a file; settings belong in the query string.`,
        )
      const temporary = join(incoming, `${OWN_PREFIX}${randomUUID()}`)
      const name = part.filename === undefined || part.filename === '' ? 'paper' : part.filename
      stored.push({ temporary, name, file: '' })
      const hash = await write(part.file, temporary, budget)
      stored[stored.length - 1] = { temporary, name, file: `${hash}-${safeFileName(name)}` }
    }
    if (stored.length === 0) throw invalidInput('file', 'The form contains no file.')
  } catch (error) {
    await discard()
    throw formFailure(error)
  }
  return {
    uploadsIn: (folder) => stored.map(({ file, name }) => ({ path: join(folder, file), name })),
    contents: () => stored.map(({ temporary }) => contentOf(temporary)),
    async keepIn(folder) {
      for (const { temporary, file } of stored) await move(temporary, join(folder, file))
    },
    [Symbol.asyncDispose]: discard,
  }
}

const contentOf = (path: string) => () => createReadStream(path, { highWaterMark: READ_BYTES })

/** Moves a file, even to another disk, where the corpus of the demonstration may be. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await rm(from, { force: true })
  }
}

/** Removes files received by processes that have ended. */
export async function clearIncoming(incoming: string): Promise<void> {
  const files = await readdir(incoming).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of files)
    if (!isProcessAlive(Number(/^\d+/.exec(file)?.[0] ?? 0))) await rm(join(incoming, file), { force: true })
}

/** Turns an error of the form parser, which has no code, into one of Gloss. Errors of a disk or the framework, and bugs, stay. */
function formFailure(error: unknown): unknown {
  const isOfForm = error instanceof Error && (error.constructor === Error || isConnectionEnd(error))
  if (!isOfForm || (isCoded(error) && !isConnectionEnd(error))) return error
  return invalidInput(
    'body',
    `The form is broken or ends too early: ${error.message.replace(/[.]$/, '')}.`,
    {},
    error,
  )
}

function isCoded(error: Error): error is Error & { readonly code: string } {
  return 'code' in error && typeof error.code === 'string'
}

function isConnectionEnd(error: Error): boolean {
  return isCoded(error) && (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
}

async function write(source: NodeJS.ReadableStream, path: string, budget: { left: number }): Promise<string> {
  const hash = createHash('sha256')
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      budget.left -= chunk.byteLength
      if (budget.left < 0)
        return done(new GlossError('TOO_LARGE', 'The files exceed the size limit of an upload.'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(source, counting, createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE_MODE }))
  return hash.digest('hex').slice(0, HASH_DIGITS)
}
