/** The file that a paper was read from, as long as it still holds what was read. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { contentId, GlossError, givenFileName } from '../../core/index.ts'
import type { CorpusReader, Paper, Workspace } from '../../corpus/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface PaperFile {
  readonly bytes: Uint8Array
  /** The file's own name, without what an upload is stored behind. */
  readonly name: string
  /** Null where all machines share it. */
  readonly path: string | null
}

/** Where a corpus keeps files. */
export interface FilePlaces {
  readonly workspace: Pick<Workspace, 'filesPath' | 'paperJobs'>
  readonly name: string
}

/** Throws `PAPER_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE`. */
export async function paperPdf(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string },
): Promise<PaperFile> {
  const { store, name } = await gloss.session(asked.corpus)
  const paper = await findPaper(store, asked.paper)
  if (paper.format === 'pdf') return await fileOf(paper, { workspace: gloss.workspace, name })
  throw new GlossError('FILE_UNREADABLE', `Paper ${paper.id} is ${paper.format} and no PDF.`, {
    paper: paper.id,
  })
}

/** As `findFile`; throws `FILE_GONE`. */
export async function fileOf(paper: Paper, places: FilePlaces): Promise<PaperFile> {
  const file = await findFile(paper, places)
  if (file !== null) return file
  throw new GlossError(
    'FILE_GONE',
    `The file of paper ${paper.id} was moved, deleted or changed: ${paper.paths.join(', ')}.`,
    { paper: paper.id },
  )
}

/**
 * Returns the first of the paper's files that still has its content: an id is the hash of it, so that no other file can take its place. An
 * uploaded one is found by its name, wherever its workspace now is. Where this machine has none, the one that all machines reach; null where
 * there is none either.
 */
export async function findFile(
  { id, paths }: Pick<Paper, 'id' | 'paths'>,
  { workspace, name: corpus }: FilePlaces,
): Promise<PaperFile | null> {
  const folder = workspace.filesPath(corpus)
  for (const path of new Set([...paths, ...paths.map((one) => join(folder, basename(one)))])) {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error
      return null
    })
    if (bytes !== null && contentId(bytes) === id) return { bytes, name: givenFileName(path), path }
  }
  const bytes = (await workspace.paperJobs?.bytes(id)) ?? null
  return bytes === null ? null : { bytes, name: givenFileName(paths[0] ?? id), path: null }
}

/** Papers that are looked up at once. Chosen, not measured. */
const LOOKED_UP = 1_000

/**
 * Keeps the files of those papers where every machine reaches them, for a corpus on a server. Records of lists have none.
 * `elsewhere`: whose files they are, where the corpus comes from another workspace.
 */
export async function shareFiles(
  workspace: FilePlaces['workspace'],
  { name, store }: { readonly name: string; readonly store: Pick<CorpusReader, 'papersOf'> },
  papers: readonly string[],
  elsewhere = workspace,
): Promise<void> {
  const { paperJobs } = workspace
  if (paperJobs === undefined) return
  for (let at = 0; at < papers.length; at += LOOKED_UP) {
    const ids = await paperJobs.unkept(name, papers.slice(at, at + LOOKED_UP))
    for (const paper of await store.papersOf(ids)) {
      const file = paper === null ? null : await findFile(paper, { workspace: elsewhere, name })
      if (file !== null) await paperJobs.keep(name, file.bytes)
    }
  }
}
