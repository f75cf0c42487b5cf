/** Lets any number of processes and machines read papers: some queue them, others take them from the queue and read them. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  contentId,
  GlossError,
  invalidInput,
  isGlossError,
  placePrivateFile,
  safeFileName,
} from '../../core/index.ts'
import type { ClaimedJobs, ClaimedUpload, PaperJob, PaperJobs } from '../../corpus/index.ts'
import { discover } from '../../ingest/index.ts'
import { askedTopic, ingestPaths } from '../ingest/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { listReaders } from '../wiring/paper-readers.ts'
import { readUpload } from './read-upload.ts'

/** How a claimed paper ended. */
export interface FinishedPaper {
  readonly corpus: string
  readonly path: string
  readonly state: 'done' | 'failed'
  readonly detail: string
}

/** Papers that a worker claims at once: their names and indexes are made together. Chosen, not measured. */
const PAPERS_A_TURN = 8
/** Errors that do not concern the claimed papers, which return to the queue. */
const UNREACHABLE: ReadonlySet<string> = new Set(['STORE_UNREACHABLE', 'STORE_UNWRITABLE'])
const LOOK_EVERY_MS = 1_000
const HASH_DIGITS = 16
const BYTES_PER_MB = 1024 * 1024

/** Returns the queue. Throws `INPUT_INVALID` if the corpora are files, which one process writes to. */
export function paperJobs({ workspace }: Gloss): PaperJobs {
  if (workspace.paperJobs !== undefined) return workspace.paperJobs
  throw invalidInput(
    'store',
    '`gloss work` needs a PostgreSQL server: set GLOSS_STORE to its address. For corpora in files, use `gloss ingest`.',
  )
}

/** Queues papers. Records of lists have no file and are left to `ingest`. Throws `PATH_NOT_FOUND`, `TOPIC_UNKNOWN`, `FILE_UNREADABLE`. */
export async function queuePapers(
  gloss: Gloss,
  request: { readonly paths: readonly string[]; readonly topic?: string | undefined },
  signal: AbortSignal,
) {
  const jobs = paperJobs(gloss)
  const corpus = gloss.config.corpus ?? (await gloss.defaultCorpus('write'))
  const topic = (await askedTopic(request.topic))?.name ?? null
  const found = await discover(request.paths, signal, {
    onSkip: () => undefined,
    maxFileBytes: gloss.config.maxFileMb * BYTES_PER_MB,
    lists: listReaders(gloss.parsers()),
    textEndings: [],
  })
  let [all, added] = [0, 0]
  for await (const source of found.sources()) {
    signal.throwIfAborted()
    if (source.path.includes('#')) continue
    all++
    added += await jobs.add(corpus, topic, [{ path: source.path, bytes: await source.read() }])
  }
  return { corpus, found: all, added }
}

/**
 * Works until `signal` aborts, or with `isOnce` until no unclaimed paper waits. Claimed papers then return to the queue. Continues when a
 * lost store is back; with `isOnce`, or if the store was never reachable, it throws.
 */
export async function* workOnPapers(
  gloss: Gloss,
  { isOnce }: { readonly isOnce: boolean },
  signal: AbortSignal,
): AsyncGenerator<FinishedPaper> {
  const jobs = paperJobs(gloss)
  // Reports a wrong address at once.
  await jobs.counts()
  const pause = () => setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  let isAway = false
  while (!signal.aborted)
    try {
      const hadWork = yield* workOnNext(gloss, jobs, signal)
      isAway = false
      if (!hadWork && isOnce) return
      if (!hadWork) await pause()
    } catch (error) {
      if (isOnce || !isGlossError(error) || !UNREACHABLE.has(error.code)) throw error
      if (!isAway) gloss.onNotice(`${error.message} The work continues when it is back.`)
      isAway = true
      await pause()
    }
}

/** Returns false if no unclaimed paper waits. */
async function* workOnNext(
  gloss: Gloss,
  jobs: PaperJobs,
  signal: AbortSignal,
): AsyncGenerator<FinishedPaper, boolean> {
  const claimed = await jobs.claim(PAPERS_A_TURN)
  if (claimed !== null) {
    yield* workOn(gloss, claimed, signal)
    return true
  }
  const upload = (await gloss.workspace.uploadJobs?.claim([])) ?? null
  if (upload !== null) yield* workOnUpload(gloss, upload, signal)
  return upload !== null
}

/** Stores papers before their jobs end: a worker killed in between reads them again, which changes nothing. */
async function* workOn(
  gloss: Gloss,
  claimed: ClaimedJobs,
  signal: AbortSignal,
): AsyncGenerator<FinishedPaper> {
  await using held = claimed
  const [first] = held.jobs
  if (first === undefined) return
  const files = await Promise.all(held.jobs.map((job) => placed(gloss, job)))
  const uploads = new Map(held.jobs.map(({ path }, at) => [path, files[at]!]))
  const ended = new Map<string, string>()
  const request = {
    corpus: first.corpus,
    topic: first.topic ?? undefined,
    paths: files,
    uploads,
    takeBack: false,
    isShared: true,
  }
  const onEnd = ({ path, state }: { readonly path: string; readonly state: string }) =>
    void ended.set(path, state)
  const failure = await ingestPaths(gloss, request, onEnd, signal).then(
    () => null,
    (error: unknown) => error,
  )
  if (signal.aborted || isGlossError(failure, 'CORPUS_BUSY')) {
    await held.giveBack()
    await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    return
  }
  if (failure !== null) {
    if (!(failure instanceof GlossError) || UNREACHABLE.has(failure.code)) throw failure
    for (const file of files) ended.set(file, `failed: ${failure.message}`)
  }
  for (const [at, { id, corpus, path }] of held.jobs.entries()) {
    const detail = ended.get(files[at]!) ?? 'known already'
    const state = detail.startsWith('failed') ? 'failed' : 'done'
    await held.finish(id, state, detail)
    yield { corpus, path, state, detail }
  }
}

async function* workOnUpload(
  gloss: Gloss,
  upload: ClaimedUpload,
  signal: AbortSignal,
): AsyncGenerator<FinishedPaper> {
  const { corpus } = upload.job
  const papers: FinishedPaper[] = []
  const onPaper = ({ path, state: detail }: { readonly path: string; readonly state: string }) =>
    void papers.push({ corpus, path, state: detail.startsWith('failed') ? 'failed' : 'done', detail })
  await readUpload(gloss, upload, { signal, onPaper })
  yield* papers
}

/** Writes the paper to a file of this machine, named by its content and name like an upload. */
async function placed({ workspace }: Gloss, { corpus, path, bytes }: PaperJob): Promise<string> {
  const name = safeFileName(path.split(/[\\/]/).at(-1) ?? path)
  const file = join(workspace.filesPath(corpus), `${contentId(bytes).slice(0, HASH_DIGITS)}-${name}`)
  await placePrivateFile(file, bytes)
  return file
}
