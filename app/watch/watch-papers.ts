/** Keeps a corpus in step with folders: takes in new and changed files, notices missing ones, and reports effects on stored questions. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { isGlossError, sleep, systemClock } from '../../core/index.ts'
import type { IngestEvent } from '../../ingest/index.ts'
import { goneFiles, ingestPaths } from '../ingest/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { keepFile } from './keep-file.ts'
import { createKeptQuestions, type EvidenceChanged, type KeptQuestions } from './kept-questions.ts'

export interface WatchRequest {
  readonly paths: readonly string[]
  readonly topic?: string | undefined
  /** Remove papers whose files no longer exist. */
  readonly prune?: boolean | undefined
  /** A file of questions, one a line. */
  readonly questions?: string | undefined
  readonly everySeconds: number
  /** Look once, then end. */
  readonly isOnce: boolean
}

export interface PapersTaken {
  readonly type: 'papers-taken'
  readonly corpus: string
  /** Sequence number of the corpus before and after. */
  readonly seq: readonly [before: number, after: number]
  /** New and changed papers. */
  readonly papers: readonly Pick<IngestEvent, 'paper' | 'path' | 'title' | 'state' | 'detail'>[]
  /** Files of papers that no longer exist, each named once; their papers stay unless `prune` is set. */
  readonly gone: readonly string[]
  /** Number of paths removed from the corpus. */
  readonly pruned: number
}

/** Event while another process writes to the corpus; the next look tries again. */
export interface CorpusWaitedFor {
  readonly type: 'corpus-busy'
  readonly message: string
}

export type WatchEvent = PapersTaken | CorpusWaitedFor | EvidenceChanged

/** Size and modification time of each file. */
type Snapshot = ReadonlyMap<string, string>

/**
 * Looks at every file each `everySeconds`, which also works on network drives, until `signal` aborts. A file is read once two looks in a
 * row found it unchanged. Throws the errors of an ingest, except `CORPUS_BUSY`.
 */
export async function* watchPapers(
  gloss: Gloss,
  request: WatchRequest,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const questions = createKeptQuestions(gloss, request.questions)
  let taken: Snapshot | null = null
  let last: Snapshot | null = null
  while (!signal.aborted) {
    const now = await snapshotOf(request.paths)
    const isSettled = request.isOnce || (last !== null && isSame(now, last))
    last = now
    if (isSettled && (taken === null || !isSame(now, taken))) {
      const events = await takePapers(gloss, request, { now, questions }, signal)
      yield* events
      if (events[0]?.type !== 'corpus-busy') taken = now
    }
    if (request.isOnce) return
    // Aborting the wait ends the watch and is no failure.
    await sleep(systemClock, request.everySeconds * 1000, signal).catch(() => undefined)
  }
}

async function takePapers(
  gloss: Gloss,
  { paths, topic, prune = false }: WatchRequest,
  { now, questions }: { readonly now: Snapshot; readonly questions: KeptQuestions },
  signal: AbortSignal,
): Promise<WatchEvent[]> {
  await questions.check()
  const roots = paths.map((path) => resolve(path))
  const before = await stateOf(gloss, roots)
  const papers: IngestEvent[] = []
  try {
    // A drive that is not mounted looks like an empty folder: nothing is removed then.
    const isWhole = roots.every((root) => [...now.keys()].some((file) => isBelow(file, root)))
    const request = { paths, topic, prune: prune && isWhole }
    const onEvent = (event: IngestEvent) => void (event.unchanged || papers.push(event))
    const { corpus, pruned } = await ingestPaths(gloss, request, onEvent, signal)
    const seq = [before.seq, (await stateOf(gloss, [])).seq] as const
    const unnamed = await unreportedFiles(gloss, corpus, { roots, gone: before.gone })
    const gone = pruned > 0 ? before.gone : unnamed
    const isQuiet = papers.length === 0 && gone.length === 0 && pruned === 0
    const taken = papers.map(({ paper, path, title, state, detail }) => ({
      paper,
      path,
      title,
      state,
      detail,
    }))
    return [
      ...(isQuiet ? [] : [{ type: 'papers-taken' as const, corpus, seq, papers: taken, gone, pruned }]),
      ...(await questions.changes(signal)),
    ]
  } catch (error) {
    if (!isGlossError(error) || error.code !== 'CORPUS_BUSY') throw error
    return [{ type: 'corpus-busy', message: error.message }]
  }
}

/** Returns sequence number 0 and no files before the corpus exists. `gone`: files of papers below `roots` that no longer exist. */
async function stateOf(
  gloss: Gloss,
  roots: readonly string[],
): Promise<{ readonly seq: number; readonly gone: readonly string[] }> {
  try {
    const { store } = await gloss.session()
    return { seq: await store.seq(), gone: await goneFiles(store, roots) }
  } catch (error) {
    if (isGlossError(error) && error.code === 'CORPUS_NOT_FOUND') return { seq: 0, gone: [] }
    throw error
  }
}

/** Returns files not yet reported, as stored with the corpus: `--once` jobs name a file once, and again if it came back and vanished. */
async function unreportedFiles(
  gloss: Gloss,
  corpus: string,
  { roots, gone }: { readonly roots: readonly string[]; readonly gone: readonly string[] },
): Promise<string[]> {
  const file = keepFile(gloss, { corpus, name: 'gone-files.json', shape: z.array(z.string()) })
  const named = (await file.read()) ?? []
  const elsewhere = named.filter((path) => !roots.some((root) => isBelow(path, root)))
  if (gone.length + named.length > 0) await file.write([...elsewhere, ...gone])
  return gone.filter((path) => !named.includes(path))
}

async function snapshotOf(paths: readonly string[]): Promise<Snapshot> {
  const files = new Map<string, string>()
  for (const path of paths) await addFiles(resolve(path), files)
  return files
}

/** Adds files. A file that vanishes between two steps counts as missing. */
async function addFiles(path: string, files: Map<string, string>): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isFile() === true) files.set(path, `${found.size} ${found.mtimeMs}`)
  if (found?.isDirectory() !== true) return
  const entries: Dirent[] = await readdir(path, { withFileTypes: true }).catch(() => [])
  // A link to a folder may lead to one of its parents.
  for (const entry of entries)
    if (!entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
      await addFiles(join(path, entry.name), files)
}

function isBelow(file: string, root: string): boolean {
  return file === root || file.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  return one.size === other.size && [...one].every(([path, stamp]) => other.get(path) === stamp)
}
