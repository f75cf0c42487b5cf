/** Reads one upload in the process that claimed it: puts its files into this machine's folder, and publishes its progress. */
import { join, win32 } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diskFailure, GlossError, isGlossError, messageOf, placePrivateFile } from '../../core/index.ts'
import type { ClaimedUpload, UploadEnding } from '../../corpus/index.ts'
import { type IngestListener, type IngestResult, ingestPaths, removeUnkeptFiles } from '../ingest/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface UploadReading {
  /** Aborts if the process stops: the upload then waits for another one. */
  readonly signal: AbortSignal
  readonly workers?: number
  readonly onPaper?: IngestListener
}

/** Delay before a cancellation elsewhere is seen, and wait of an upload whose corpus others write to. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000

/**
 * Reads an upload. Returns why it failed; null if it did not. Throws if the store is lost: the job then continues where it is claimed
 * next. Finished papers are not read again.
 */
export async function readUpload(
  gloss: Gloss,
  claimed: ClaimedUpload,
  options: UploadReading,
): Promise<GlossError | null> {
  await using held = claimed
  using hold = gloss.hold()
  return await hold.run(() => readHeld(gloss, held, options))
}

async function readHeld(
  gloss: Gloss,
  held: ClaimedUpload,
  { signal, workers, onPaper }: UploadReading,
): Promise<GlossError | null> {
  const { corpus } = held.job
  const folder = gloss.workspace.filesPath(corpus)
  const paths = held.files.map(({ file }) => join(folder, file))
  const uploads = new Map(held.files.map(({ name }, at) => [win32.basename(name), paths[at]!]))
  const told = createPaperReports(held)
  const onEvent: IngestListener = (event) => {
    told.add(event)
    onPaper?.(event)
  }
  const stop = AbortSignal.any([signal, told.unwanted])
  const ingest = async () => {
    // A corpus deleted meanwhile is not created again.
    await gloss.session(corpus)
    for (const [at, path] of paths.entries()) await placePrivateFile(path, held.content(at))
    const request = { ...held.request, corpus, workers, paths, uploads, isShared: true }
    return await ingestPaths(gloss, request, onEvent, stop)
  }
  const read = await ingest().catch(asFailure)
  await told.end()
  if (isGlossError(read, 'STORE_UNREACHABLE')) throw read
  const [isBusy, isGone] = [isGlossError(read, 'CORPUS_BUSY'), isGlossError(read, 'CORPUS_NOT_FOUND')]
  if (isBusy) await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  const isWhole = !(read instanceof GlossError) && !read.interrupted
  if (isBusy || (signal.aborted && !told.unwanted.aborted && !isWhole)) await held.giveBack()
  else await held.end(endingOf(read, told.unwanted.aborted))
  if (!isGone) await removeUnkeptFiles(gloss, corpus, paths)
  return read instanceof GlossError && !isBusy && !stop.aborted ? read : null
}

/** Publishes papers in order, until `end`, which throws if the store is lost. `unwanted` aborts when the job is cancelled. */
function createPaperReports(held: ClaimedUpload) {
  const stop = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const next = (step: () => Promise<void>) => {
    last = last.then(step)
    last.catch(() => stop.abort())
  }
  const look = () =>
    next(async () => {
      if (!(await held.isWanted())) stop.abort()
    })
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    unwanted: stop.signal,
    add: (event: object) => next(() => held.paperEnded(event)),
    async end() {
      clearInterval(timer)
      await last
    },
  }
}

function asFailure(error: unknown): GlossError {
  if (isGlossError(error)) return error
  return diskFailure(error) ?? new GlossError('INTERNAL', messageOf(error), {}, error)
}

function endingOf(read: IngestResult | GlossError, isUnwanted: boolean): UploadEnding {
  if (!(read instanceof GlossError)) return { state: read.interrupted ? 'cancelled' : 'done', result: read }
  const { code, message, facts } = read
  return isUnwanted ? { state: 'cancelled' } : { state: 'failed', failure: { code, message, facts } }
}
