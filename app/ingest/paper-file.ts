/** The file that a paper was read from, as long as it still holds what was read. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { contentId, GlossError } from '../../core/index.ts'
import type { CorpusReader, Paper, Workspace } from '../../corpus/index.ts'
import { findPaper, UPLOAD_MARK } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface PaperFile {
  readonly bytes: Uint8Array
  /** The file's own name, without what an upload is stored behind. */
  readonly name: string
}

/** Throws `PAPER_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE`. */
export async function paperPdf(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string },
): Promise<PaperFile> {
  const { store } = await gloss.session(asked.corpus)
  const paper = await findPaper(store, asked.paper)
  if (paper.format === 'pdf') return await fileOf(paper, gloss.workspace)
  throw new GlossError('FILE_UNREADABLE', `Paper ${paper.id} is ${paper.format} and no PDF.`, {
    paper: paper.id,
  })
}

/** As `findFile`; throws `FILE_GONE`. */
export async function fileOf(paper: Paper, workspace: Pick<Workspace, 'paperJobs'> = {}): Promise<PaperFile> {
  const file = await findFile(paper, workspace)
  if (file !== null) return file
  throw new GlossError(
    'FILE_GONE',
    `The file of paper ${paper.id} was moved, deleted or changed: ${paper.paths.join(', ')}.`,
    { paper: paper.id },
  )
}

/**
 * Returns the first of the paper's files that still has its content: an id is the hash of it, so that no other file can take its place. Where
 * this machine has none, the one that all machines reach; null where there is none either.
 */
export async function findFile(
  paper: Paper,
  { paperJobs }: Pick<Workspace, 'paperJobs'>,
): Promise<PaperFile | null> {
  for (const path of paper.paths) {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error
      return null
    })
    if (bytes !== null && contentId(bytes) === paper.id)
      return { bytes, name: basename(path).replace(UPLOAD_MARK, '') }
  }
  const kept = (await paperJobs?.bytes(paper.id)) ?? null
  if (kept === null) return null
  return { bytes: kept, name: basename(paper.paths[0] ?? paper.id).replace(UPLOAD_MARK, '') }
}

/** Papers that are looked up at once. Chosen, not measured. */
const LOOKED_UP = 1_000

/**
 * Keeps the files of those papers where every machine reaches them, for a corpus on a server. Records of lists have none.
 * `elsewhere`: where their files are when they are not on this machine.
 */
export async function shareFiles(
  { paperJobs }: Pick<Workspace, 'paperJobs'>,
  { name, store }: { readonly name: string; readonly store: Pick<CorpusReader, 'papersOf'> },
  papers: readonly string[],
  elsewhere: Pick<Workspace, 'paperJobs'> = {},
): Promise<void> {
  if (paperJobs === undefined) return
  for (let at = 0; at < papers.length; at += LOOKED_UP) {
    const ids = await paperJobs.unkept(name, papers.slice(at, at + LOOKED_UP))
    for (const paper of await store.papersOf(ids)) {
      const file = paper === null ? null : await findFile(paper, elsewhere)
      if (file !== null) await paperJobs.keep(name, file.bytes)
    }
  }
}
