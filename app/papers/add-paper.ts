/** Adds one paper from a file of this machine, from the web, or from its bytes. */
import { basename, join, parse, win32 } from 'node:path'
import { contentId, GlossError, invalidInput, placePrivateFile, safeFileName } from '../../core/index.ts'
import { ingestPaths } from '../ingest/ingest-papers.ts'
import type { IngestListener, IngestResult } from '../ingest/ingest-shapes.ts'
import { removeUnkeptFiles } from '../ingest/remove-unkept-files.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Source of a paper: one of `path`, `url` and `bytes`. */
export interface PaperToAdd {
  readonly corpus?: string | undefined
  readonly topic?: 'biochem' | 'none' | undefined
  /** Path of a file. If it is a list, the list can refer to no other file. */
  readonly path?: string | undefined
  /** Address on the public web. */
  readonly url?: string | undefined
  readonly bytes?: Uint8Array | undefined
  /** File name of `bytes`, whose extension gives their type. */
  readonly name?: string | undefined
}

/** A file from elsewhere, and how to read it: if it is a list, the list can refer to no other file. */
export interface ReceivedPaper {
  readonly name: string
  readonly bytes: Uint8Array
  readonly request: {
    readonly paths: readonly string[]
    readonly corpus: string
    readonly topic: 'biochem' | 'none' | undefined
    readonly uploads: ReadonlyMap<string, string>
  }
  /** Stores the file in the corpus's folder for uploads, the place that `request` names. */
  keep(): Promise<void>
}

export type IngestReceived = (
  taken: ReceivedPaper,
  onEvent: IngestListener,
  signal: AbortSignal,
) => Promise<IngestResult>

const HASH_DIGITS = 16
const ENDINGS = { html: 'html', text: 'txt', pdf: 'pdf' } as const
const BYTES_PER_MB = 1024 * 1024

/**
 * Adds a paper. `ingestTaken` ingests papers without a path; if absent, they are ingested directly. Throws the errors of `ingestPaths`,
 * `LINK_REFUSED` and `LINK_FAILED`, and `TOO_LARGE` for bytes above the limit of an upload.
 */
export async function addPaper(
  gloss: Gloss,
  asked: PaperToAdd,
  onEvent: IngestListener,
  signal: AbortSignal,
  ingestTaken: IngestReceived = ingestAtOnce(gloss),
): Promise<IngestResult> {
  const { topic, path } = asked
  const corpus = asked.corpus ?? (await gloss.defaultCorpus('write'))
  if (path !== undefined) {
    const uploads = new Map([[basename(path), path]])
    return await ingestPaths(
      gloss,
      { paths: [path], corpus, topic, uploads, takeBack: true },
      onEvent,
      signal,
    )
  }
  // Refuses the paper unread if the corpus cannot be opened; a missing corpus is created with the paper.
  if (await gloss.workspace.hasCorpus(corpus)) await gloss.session(corpus)
  const file = await fileOf(gloss, asked, signal)
  await gloss.sessionOfNew(corpus)
  return await ingestTaken(takenPaper(gloss, { corpus, topic }, file), onEvent, signal)
}

interface GivenFile {
  readonly bytes: Uint8Array
  readonly name: string
}

async function fileOf(gloss: Gloss, asked: PaperToAdd, signal: AbortSignal): Promise<GivenFile> {
  const file = await givenFile(gloss, asked, signal)
  const { maxBodyMb } = gloss.config
  if (file.bytes.byteLength > maxBodyMb * BYTES_PER_MB)
    throw new GlossError('TOO_LARGE', `A paper may be at most ${maxBodyMb} MB.`)
  return file
}

async function givenFile(
  { pages }: Gloss,
  { url, bytes, name = 'paper.pdf' }: PaperToAdd,
  signal: AbortSignal,
): Promise<GivenFile> {
  if (bytes !== undefined) return { bytes, name }
  if (url === undefined) throw invalidInput('source', 'source: name a path or URL, or send the bytes.')
  const page = await pages.fetch(url, signal)
  const { pathname } = new URL(page.link)
  const own = parse(pathname).name || new URL(page.link).hostname
  return { bytes: page.bytes, name: `${own}.${ENDINGS[page.kind]}` }
}

/** Names a file in the corpus's folder for uploads by the hash of its content. */
function takenPaper(
  { workspace }: Gloss,
  asked: { readonly corpus: string; readonly topic: 'biochem' | 'none' | undefined },
  { bytes, name }: GivenFile,
): ReceivedPaper {
  const folder = workspace.filesPath(asked.corpus)
  const path = join(folder, `${contentId(bytes).slice(0, HASH_DIGITS)}-${safeFileName(name)}`)
  return {
    name,
    bytes,
    request: { ...asked, paths: [path], uploads: new Map([[win32.basename(name), path]]) },
    keep: () => placePrivateFile(path, bytes),
  }
}

function ingestAtOnce(gloss: Gloss): IngestReceived {
  return async ({ request, keep }, onEvent, signal) => {
    await keep()
    try {
      return await ingestPaths(gloss, request, onEvent, signal)
    } finally {
      await removeUnkeptFiles(gloss, request.corpus, request.paths)
    }
  }
}
