/** Reads sources and decides on the papers: several at once, each content once, output in the order of the sources. */
import { contentId, type GlossError, isGlossError, mapOrdered } from '../core/index.ts'
import {
  type CorpusReader,
  type CorpusWriter,
  type CorrectedValues,
  type Description,
  type GateRecord,
  type Paper,
  stillAnswering,
  withCorrections,
} from '../corpus/index.ts'
import {
  decideOn,
  failureCode,
  type Identity,
  type IngestRecipe,
  makesSameUnits,
  recipeName,
} from './make-record.ts'
import type { PaperReader, ReadPaper, Source } from './ports.ts'
import { decisionByHand, storedText } from './reevaluate-paper.ts'

/** A source after reading, as plain data, so that it can be kept on disk. */
export type Arrival = { readonly id: string; readonly path: string } & (
  | { readonly kind: 'copy' }
  | { readonly kind: 'unchanged'; readonly before: Paper; readonly document: string | null }
  | { readonly kind: 'failed'; readonly identity: Identity; readonly code: string; readonly detail: string }
  | {
      readonly kind: 'read'
      readonly identity: Identity
      readonly read: ReadPaper
      readonly gate: GateRecord | null
    }
  /** A paper stored before under another topic or policy, for which only the gate ran. */
  | {
      readonly kind: 'decided-again'
      readonly before: Paper
      readonly document: string | null
      readonly read: ReadPaper
      readonly gate: GateRecord | null
    }
)

export interface ArrivalOptions {
  readonly reader: PaperReader
  readonly recipe: IngestRecipe
  readonly corpus: CorpusReader
  /** Number of papers read at once. */
  readonly workers: number
  /** Read failed papers again although nothing changed. */
  readonly retryFailed: boolean
  /** Returns whether to read a stored paper again although nothing changed; default: never. */
  readonly isWantedAgain?: ((stored: Paper) => boolean) | undefined
  /** Returns whether to skip the content `id`; default: none. */
  readonly passesOver?: ((id: string, path: string) => boolean) | undefined
  /** Called with a file that was read before but cannot be opened now; its paper stays as it is. Without it, such papers fail. */
  readonly onAway?: ((path: string, code: string) => void) | undefined
  /** Receives the paths where stored papers are found; null writes nothing. */
  readonly writer: Pick<CorpusWriter, 'addPath'> | null
}

interface Fingerprinted {
  readonly source: Source
  readonly id: string
  readonly bytes: Uint8Array | GlossError
  /** Whether the same content occurred before in this run. */
  readonly isCopy: boolean
}

export function arrivalsOf(
  sources: AsyncIterable<Source>,
  options: ArrivalOptions,
  signal: AbortSignal,
): AsyncIterable<Arrival> {
  const fingerprints = mapOrdered(options.workers, fingerprint)(sources, signal)
  const arrivals = mapOrdered(options.workers, (one: Fingerprinted, inner) => arrive(one, options, inner))
  return arrivals(withCopies(fingerprints, options), signal)
}

async function fingerprint(source: Source): Promise<Omit<Fingerprinted, 'isCopy'>> {
  const bytes = await bytesOf(source)
  return { source, bytes, id: contentId(bytes instanceof Error ? source.path : bytes) }
}

async function bytesOf(source: Source): Promise<Uint8Array | GlossError> {
  try {
    return await source.read()
  } catch (error) {
    if (isGlossError(error, 'FILE_UNREADABLE')) return error
    throw error
  }
}

/** Marks copies in the order of the sources, so that the first is always read, whichever file opens first. */
async function* withCopies(
  fingerprints: AsyncIterable<Omit<Fingerprinted, 'isCopy'>>,
  { passesOver = () => false, onAway, corpus }: Pick<ArrivalOptions, 'passesOver' | 'onAway' | 'corpus'>,
): AsyncIterable<Fingerprinted> {
  const seen = new Set<string>()
  for await (const one of fingerprints) {
    const { bytes, source } = one
    if (passesOver(one.id, source.path)) continue
    if (onAway !== undefined && bytes instanceof Error && (await wasRead(source.path, corpus))) {
      onAway(source.path, failureCode(bytes))
      continue
    }
    const isCopy = seen.has(one.id)
    seen.add(one.id)
    yield { ...one, isCopy }
  }
}

async function wasRead(path: string, corpus: CorpusReader): Promise<boolean> {
  const paper = await corpus.paperAt(path)
  return paper !== null && !paper.state.startsWith('failed:')
}

async function arrive(one: Fingerprinted, options: ArrivalOptions, signal: AbortSignal): Promise<Arrival> {
  const { source, id, bytes, isCopy } = one
  const { path, format, document } = source
  if (isCopy) return { kind: 'copy', id, path }
  const stored = await options.corpus.paper(id)
  const { paths = [], corrections } = stored ?? {}
  const known = corrections === undefined ? {} : { corrections }
  const identity = { id, paths: [...new Set([...paths, path])], format, document, ...known }
  const failed = (code: string, detail: string) =>
    ({ kind: 'failed', id, path, identity, code, detail }) as const
  if (bytes instanceof Error) return failed(failureCode(bytes), bytes.message)
  try {
    if (stored !== null && isUpToDate(stored, options) && (await addPath(id, path, options)))
      return await arrivalOfStored(stored, source, options, signal)
    const outcome = await options.reader.read(source, bytes, signal)
    if (!outcome.ok) return failed(outcome.code, outcome.detail)
    const { pages, lostPages = [], recognisedPages = [] } = outcome
    const values = corrections ?? (await correctionsAt(path, outcome.description, options))
    const front = withCorrections(outcome.description, values)
    const read = { id, pages, description: front, lostPages, recognisedPages }
    const overruled = stored === null ? null : await decisionByHand(id, options.corpus)
    const gate = await decideOn(read, options.recipe, overruled, signal)
    return { kind: 'read', id, path, identity, read, gate }
  } catch (error) {
    // The child process that measured the paper exceeded a limit.
    if (isGlossError(error, 'FILE_UNREADABLE')) return failed(failureCode(error), error.message)
    throw error
  }
}

/** Returns the corrections for a changed file, which is another paper: those of the paper that it replaces. */
async function correctionsAt(
  path: string,
  read: Description,
  { corpus }: ArrivalOptions,
): Promise<CorrectedValues> {
  const { corrections = {} } = (await corpus.paperAt(path)) ?? {}
  return stillAnswering(corrections, read)
}

/** Failures that may disappear without a change of the file: a busy machine, missing OCR, a model's server. */
const TRANSIENT_FAILURES: ReadonlySet<string> = new Set([
  'failed:timeout',
  'failed:ocr_missing',
  'failed:model_unavailable',
  'failed:model_rate_limited',
  'failed:model_timeout',
  'failed:model_refused',
  'failed:model_protocol',
  'failed:model_stream_broken',
])

/** Returns whether a paper need not be read again; one with lost pages has a different recipe. */
function isUpToDate(paper: Paper, { recipe, retryFailed, isWantedAgain }: ArrivalOptions): boolean {
  if (TRANSIENT_FAILURES.has(paper.state)) return false
  if (retryFailed && paper.state.startsWith('failed:')) return false
  return makesSameUnits(paper.recipe, recipe) && isWantedAgain?.(paper) !== true
}

/** Adds the path; false if the paper was deleted in the meantime because its only path was given to newer content. */
async function addPath(id: string, path: string, { writer }: ArrivalOptions): Promise<boolean> {
  try {
    await writer?.addPath(id, path)
    return true
  } catch (error) {
    if (isGlossError(error, 'PAPER_NOT_FOUND')) return false
    throw error
  }
}

async function arrivalOfStored(
  before: Paper,
  { path, document }: Source,
  { recipe, corpus }: ArrivalOptions,
  signal: AbortSignal,
): Promise<Arrival> {
  const { id } = before
  if (before.recipe === recipeName(recipe) || before.state.startsWith('failed:'))
    return { kind: 'unchanged', id, path, before, document }
  const read = await storedText(before, corpus)
  const gate = await decideOn(read, recipe, await decisionByHand(id, corpus), signal)
  return { kind: 'decided-again', id, path, before, document, read, gate }
}
