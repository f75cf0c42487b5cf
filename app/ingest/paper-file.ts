/** Finds the file that a paper was read from, if it still has the content that was read. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { contentId, GlossError, givenFileName } from '../../core/index.ts'
import type { CorpusReader, Paper, Workspace } from '../../corpus/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface PaperFile {
  readonly bytes: Uint8Array
  /** Name of the file, without the prefix under which an upload is stored. */
  readonly name: string
  /** Path on this machine; null if the file is in the storage that all machines share. */
  readonly path: string | null
}

/** Places where a corpus keeps files. */
export interface FilePlaces {
  readonly workspace: Pick<Workspace, 'filesPath' | 'paperJobs'>
  readonly name: string
}

/** Returns the paper's PDF. Throws `PAPER_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE`. */
export async function paperPdf(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string },
): Promise<PaperFile> {
  const { store, name } = await gloss.session(asked.corpus)
  const paper = await findPaper(store, asked.paper)
  if (paper.format === 'pdf') return await fileOf(paper, { workspace: gloss.workspace, name })
  throw new GlossError('FILE_UNREADABLE', `Paper ${paper.id} is ${paper.format}, not PDF.`, {
    paper: paper.id,
  })
}

/** Returns the file that `findFile` finds. Throws `FILE_GONE`. */
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
 * Returns the first of the paper's files that still has its content: an id is a hash of it, so no other file can replace it. An upload is
 * found by its name, wherever its workspace now is. If this machine has no file, returns the one that all machines share, or null without
 * that one either.
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

/** Papers looked up at once. Chosen, not measured. */
const LOOKED_UP = 1_000

/**
 * Copies the files of the given papers to where every machine can read them, for a corpus on a server. Records of lists have no files.
 * `elsewhere`: places of the files, if the corpus was in another workspace.
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
