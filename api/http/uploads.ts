/** Takes uploaded files into a corpus's own folder: each under the hash of its content and a name that cannot leave the folder. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import { GlossError, makePrivateFolder, PRIVATE_FILE_MODE, safeFileName } from '../../core/index.ts'

const HASH_DIGITS = 16

export interface StoredUpload {
  readonly path: string
  /** The name as the client gave it, for people. */
  readonly name: string
}

/**
 * Stores the files of a form one after the other, whatever their size: nothing is held in memory. Throws `TOO_LARGE` when
 * they are more than `maxBytes` together, and `INPUT_INVALID` for a form that is broken or has no files; then none of them is left.
 */
export async function storeUploads(
  parts: AsyncIterable<Multipart>,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<StoredUpload[]> {
  makePrivateFolder(folder)
  const stored: (StoredUpload & { readonly temporary: string })[] = []
  const budget = { left: maxBytes }
  try {
    for await (const part of parts) {
      if (part.type !== 'file')
        throw new GlossError(
          'INPUT_INVALID',
          `${part.fieldname}: must be a file; settings belong in the query string.`,
          {
            field: part.fieldname,
          },
        )
      const temporary = join(folder, `.upload-${randomUUID()}`)
      const name = part.filename === undefined || part.filename === '' ? 'paper' : part.filename
      stored.push({ temporary, name, path: '' })
      const hash = await write(part.file, temporary, budget)
      stored[stored.length - 1] = { temporary, name, path: join(folder, `${hash}-${safeFileName(name)}`) }
    }
    if (stored.length === 0)
      throw new GlossError('INPUT_INVALID', 'The form contains no file.', { field: 'file' })
    for (const { temporary, path } of stored) await rename(temporary, path)
    return stored.map(({ path, name }) => ({ path, name }))
  } catch (error) {
    for (const { temporary } of stored) await rm(temporary, { force: true })
    throw formFailure(error)
  }
}

/** What the parser of forms throws has no code. What a disk or the framework throws has one and stays what it is, as do bugs. */
function formFailure(error: unknown): unknown {
  const isOfForm = error instanceof Error && (error.constructor === Error || isConnectionEnd(error))
  if (!isOfForm || (isCoded(error) && !isConnectionEnd(error))) return error
  return new GlossError(
    'INPUT_INVALID',
    `The form is broken or ends too early: ${error.message.replace(/[.]$/, '')}.`,
    { field: 'body' },
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
