/** One more paper, from wherever a client has it: a file of this machine, the web, or its bytes. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { contentId, GlossError, safeFileName } from '../../core/index.ts'
import { type IngestListener, type IngestResult, ingestPaths } from '../ingest/ingest-papers.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** One of `path`, `url` and `bytes`. */
export interface PaperToAdd {
  readonly corpus?: string | undefined
  readonly topic?: 'biochem' | 'none' | undefined
  readonly path?: string | undefined
  /** Of the public web. */
  readonly url?: string | undefined
  readonly bytes?: Uint8Array | undefined
  /** File name of `bytes`, whose ending says what they are. */
  readonly name?: string | undefined
}

const HASH_DIGITS = 16
const ENDINGS = { html: 'html', text: 'txt', pdf: 'pdf' } as const
const BYTES_PER_MB = 1024 * 1024

/** Throws what `ingestPaths` throws, `LINK_REFUSED` and `LINK_FAILED`, and `TOO_LARGE` for bytes above the limit of an upload. */
export async function addPaper(
  gloss: Gloss,
  asked: PaperToAdd,
  onEvent: IngestListener,
  signal: AbortSignal,
): Promise<IngestResult> {
  const { corpus, topic } = asked
  const { name } = await gloss.sessionOfNew(corpus)
  const path = asked.path ?? (await keptFile(gloss, name, await fileOf(gloss, asked, signal)))
  return await ingestPaths(gloss, { paths: [path], corpus: name, topic }, onEvent, signal)
}

interface GivenFile {
  readonly bytes: Uint8Array
  readonly name: string
}

async function fileOf(
  { pages }: Gloss,
  { url, bytes, name = 'paper.pdf' }: PaperToAdd,
  signal: AbortSignal,
): Promise<GivenFile> {
  if (bytes !== undefined) return { bytes, name }
  if (url === undefined)
    throw new GlossError('INPUT_INVALID', 'source: name a path or URL, or send the bytes.', {
      field: 'source',
    })
  const page = await pages.fetch(url, signal)
  const { pathname } = new URL(page.link)
  const own = parse(pathname).name || new URL(page.link).hostname
  return { bytes: page.bytes, name: `${own}.${ENDINGS[page.kind]}` }
}

/** In the corpus's own folder for uploads, under the hash of its content. */
async function keptFile(
  { workspace, config }: Gloss,
  corpus: string,
  { bytes, name }: GivenFile,
): Promise<string> {
  if (bytes.byteLength > config.maxBodyMb * BYTES_PER_MB)
    throw new GlossError('TOO_LARGE', `A paper may be at most ${config.maxBodyMb} MB.`)
  const folder = workspace.filesPath(corpus)
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${contentId(bytes).slice(0, HASH_DIGITS)}-${safeFileName(name)}`)
  const temporary = join(folder, `.upload-${randomUUID()}`)
  await writeFile(temporary, bytes, { flag: 'wx' })
  await rename(temporary, path)
  return path
}
