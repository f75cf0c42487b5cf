/**
 * Takes uploaded files into a corpus's own folder: each under the hash of its content and a name that cannot leave the folder. They are
 * received elsewhere, so that nothing of a refused form comes near a corpus.
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
/** Of a received file at once. Chosen, not measured. */
const READ_BYTES = 1024 * 1024

export interface StoredUpload {
  readonly path: string
  /** The name as the client gave it, for people. */
  readonly name: string
}

/** The files of a form, received and not yet kept: what was not moved is removed in the end. */
export interface Received extends AsyncDisposable {
  /** With the paths that they get in this folder. */
  uploadsIn(folder: string): StoredUpload[]
  /** Of each file, as long as it is not kept. */
  contents(): (() => AsyncIterable<Uint8Array>)[]
  /** Moves them to this folder, which is there. */
  keepIn(folder: string): Promise<void>
}

/** How the incoming files of a process are told from those that a killed one left. */
const OWN_PREFIX = `${process.pid}-`

/**
 * Receives the files of a form one after the other, whatever their size: nothing is held in memory. Throws `TOO_LARGE` when
 * they are more than `maxBytes` together, and `INPUT_INVALID` for a form that is broken or has no files; then none of them is left.
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

/** Also to another disk, where the corpus of the demonstration may be. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await rm(from, { force: true })
  }
}

/** Removes what processes that are gone had received. */
export async function clearIncoming(incoming: string): Promise<void> {
  const files = await readdir(incoming).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of files)
    if (!isProcessAlive(Number(/^\d+/.exec(file)?.[0] ?? 0))) await rm(join(incoming, file), { force: true })
}

/** What the parser of forms throws has no code. What a disk or the framework throws has one and stays what it is, as do bugs. */
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
