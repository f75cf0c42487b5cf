/** Opens, reads and writes files that a person names, with a sentence for every failure. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { copyFile, mkdir, open, readlink, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GlossError } from './errors.ts'

/** Most links to follow, the same as on Linux. */
const MAX_LINKS = 40
const STANDARD_STREAMS = [
  { paths: /^\/(?:dev\/(?:fd\/1|stdout)|proc\/self\/fd\/1)$/, stream: () => process.stdout },
  { paths: /^\/(?:dev\/(?:fd\/2|stderr)|proc\/self\/fd\/2)$/, stream: () => process.stderr },
] as const

/** Codes of failures that are due to the file, its folder or its disk, not to this process. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  ...['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'ENXIO', 'ENODEV', 'EPIPE', 'EBUSY', 'ETXTBSY'],
])

// Longest file name. File systems allow 255 bytes, and a hash may be put in front. Chosen, not measured.
const MAX_NAME_BYTES = 180

type Content = string | Uint8Array | AsyncIterable<string>
type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string>

/** `purpose` says what the file is for. Throws `PATH_NOT_FOUND`, and `FILE_UNREADABLE` for a folder or a file without permission. */
export async function openFile(path: string, purpose: string): Promise<ReadStream> {
  try {
    const file = await open(path)
    const isFile = (await file.stat()).isFile()
    await file.close()
    if (isFile) return createReadStream(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new GlossError('PATH_NOT_FOUND', `${path} does not exist. ${purpose}.`, { path }, error)
    throw new GlossError('FILE_UNREADABLE', `${path} cannot be opened. ${purpose}.`, { path }, error)
  }
  throw new GlossError('FILE_UNREADABLE', `${path} is not a file. ${purpose}.`, { path })
}

/** Returns the error, with a sentence, for a file that could not be written; any other error unchanged. */
export function writeFailure(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOENT')
    return new GlossError(
      'PATH_NOT_FOUND',
      `${path} cannot be written: its folder does not exist.`,
      { path },
      error,
    )
  if (OF_THE_FILE.has(code))
    return new GlossError('FILE_UNREADABLE', `${path} cannot be written (${code}).`, { path }, error)
  return error
}

/** Reads text in any usual encoding, without byte order mark, with LF line ends. Throws like `openFile`; `FILE_UNREADABLE` for non-text. */
export async function readText(path: string, purpose: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await openFile(path, purpose)) chunks.push(chunk as Uint8Array)
  const text = decodeText(Buffer.concat(chunks))
  if (text !== null) return text
  const facts = { path, reason: 'bad_encoding' }
  throw new GlossError('FILE_UNREADABLE', `${path} is not text. ${purpose}.`, facts)
}

/**
 * Writes `content` to a file that a person named. A regular file is replaced whole: a reader finds the old content or the new, never a mix.
 * Links are followed; an existing path that is no regular file (a pipe, a device, `/dev/stdout`) is written to and stays as it is. Throws
 * `PATH_NOT_FOUND` or `FILE_UNREADABLE` if it cannot be written, and whatever `content` throws.
 */
export async function writeNamedFile(path: string, content: Content): Promise<void> {
  const chunks = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  try {
    const target = await linkTarget(path)
    const existing = await stat(target).catch(nullWhereMissing)
    if (isDescriptor(target) || (existing !== null && !existing.isFile())) await appendTo(target, chunks)
    else await replaceRegularFile(target, chunks, existing?.mode)
  } catch (error) {
    throw writeFailure(path, error)
  }
}

/** Appends, because reopening standard output for writing would truncate the target of a shell's `>>`; a socket cannot be opened at all. */
async function appendTo(path: string, chunks: Chunks): Promise<void> {
  const standard = STANDARD_STREAMS.find(({ paths }) => paths.test(path))
  if (standard === undefined) await pipeline(chunks, createWriteStream(path, { flags: 'a' }))
  else await pipeline(chunks, standard.stream(), { end: false })
}

/** Writes to a temporary file whose name is random and must be new, so that a link planted there is not followed. */
async function replaceRegularFile(path: string, chunks: Chunks, mode = 0o666): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  const file = await open(temporary, 'wx', mode)
  try {
    await pipeline(chunks, file.createWriteStream())
    await rename(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EBUSY') throw error
      // A file that is mounted by itself, as containers do it: its place cannot be taken.
      return copyFile(temporary, path)
    })
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Returns whether the path is a standard stream or open file of this process, on systems that have such paths. */
function isDescriptor(path: string): boolean {
  return /^\/(?:dev\/(?:fd\/\d+|std(?:out|err))|proc\/[^/]+\/fd\/\d+)$/.test(path)
}

/** Returns the end of a chain of links, whether or not a file is there; a link to a descriptor leads to the descriptor. */
async function linkTarget(path: string): Promise<string> {
  let target = resolve(path)
  for (let links = 0; links < MAX_LINKS && !isDescriptor(target); links++) {
    const next = await readlink(target).catch(() => null)
    if (next === null) return target
    target = resolve(dirname(target), next)
  }
  return target
}

function nullWhereMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

export interface LineFile extends AsyncDisposable {
  add(value: unknown): Promise<void>
}

/** Opens a file for lines of JSON, replacing its content. Throws the same errors as `writeNamedFile`. */
export async function createLineFile(path: string): Promise<LineFile> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, isDescriptor(await linkTarget(path)) ? 'a' : 'w')
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

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

// Enough to detect an encoding; longer files are not counted in full.
const SAMPLE_BYTES = 4096
// Text has almost none of these; a picture or an archive has some 10 %. Chosen, not measured.
const MAX_CONTROL_SHARE = 0.02
// UTF-16 text in a Latin script has a zero in nearly every second byte. Chosen, not measured.
const MIN_ZERO_SHARE = 0.4

/** Returns the text with LF line breaks and without a byte order mark; null for bytes that are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = markedEncoding(bytes)
  const text = marked === null ? unmarkedText(bytes) : decoded(bytes, marked)
  return text?.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') ?? null
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

function unmarkedText(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const pairs = sample.length / 2
  const hasZeros = pairs >= 1 && sample.includes(0)
  const zeros = (parity: number) => sample.filter((byte, i) => byte === 0 && i % 2 === parity).length
  if (hasZeros && zeros(1) / pairs >= MIN_ZERO_SHARE) return decoded(bytes, 'utf-16le')
  if (hasZeros && zeros(0) / pairs >= MIN_ZERO_SHARE) return decoded(bytes, 'utf-16be')
  const controls = sample.filter((byte) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27).length
  if (controls > sample.length * MAX_CONTROL_SHARE) return null
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252')
}

/** Returns null if the bytes are not in that encoding. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Prefix of stored uploads, a hash of their content: `0123456789abcdef-paper.pdf`. */
export const UPLOAD_MARK = /^[0-9a-f]{16}-/

/** Returns the name of a file as its owner gave it, without that prefix. */
export function givenFileName(path: string): string {
  return basename(path).replace(UPLOAD_MARK, '')
}

/** Returns a file name of letters, digits, dots, dashes and underscores that is not hidden and keeps its extension. */
export function safeFileName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
  const plain = last
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
  return endOfBytes(plain, MAX_NAME_BYTES) || 'paper'
}

/** Returns as many whole characters from the end as fit into `maxBytes` of UTF-8. */
function endOfBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  let from = Math.max(0, bytes.length - maxBytes)
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.toString('utf8', from)
}
