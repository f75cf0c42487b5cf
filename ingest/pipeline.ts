/**
 * From sources to a stored corpus: read (several at once, in child processes), settle, store, one paper at a time.
 * Every paper ends in one state and each is stored by itself, so a kill loses at most the unfinished ones.
 */

import { contentId, type GlossError, isGlossError, mapOrdered } from '../core/index.ts'
import type { CorpusWriter, Paper, PaperState } from '../corpus/index.ts'
import {
  failedRecord,
  type Identity,
  type IngestRecipe,
  isMadeAlike,
  makeRecord,
  recipeName,
} from './make-record.ts'
import type { PaperReader, ReadOutcome, ReadPaper, Source } from './ports.ts'
import { rejudge } from './rejudge.ts'

export interface IngestEvent {
  readonly type: 'paper-ended'
  readonly paper: string
  readonly path: string
  readonly title: string
  readonly state: PaperState
  readonly detail: string
  readonly units: number
  readonly pages: number
  /** True where the paper was there already, made by the same settings. */
  readonly unchanged: boolean
}

/** seen = kept + the dropped + the failed, always. Copies of one paper in a run are seen once. */
export interface IngestReport {
  readonly seen: number
  readonly kept: number
  readonly dropped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** Units and passages stored for the kept papers of this run. */
  readonly units: number
  readonly passages: number
  readonly pages: number
  readonly unchanged: number
  /** Paths whose content was met before in the run. */
  readonly copies: number
  /** Units lost on the way, by reason. */
  readonly losses: Readonly<Record<string, number>>
  /** True where the run was stopped before its end. What it had finished is stored. */
  readonly interrupted: boolean
}

export interface PipelineOptions {
  readonly reader: PaperReader
  readonly settling: IngestRecipe
  readonly writer: CorpusWriter
  /** Papers read at once. */
  readonly workers: number
  /** Read failed papers again, although nothing changed. */
  readonly retryFailed: boolean
  readonly onEvent: (event: IngestEvent) => void
}

type Arrival =
  | { readonly kind: 'known'; readonly source: Source; readonly paper: Paper }
  | { readonly kind: 'read'; readonly source: Source; readonly id: string; readonly reading: ReadOutcome }

/** Runs until the sources end or `signal` aborts; the paper in hand is then left out. */
export async function ingestPapers(
  sources: AsyncIterable<Source>,
  options: PipelineOptions,
  signal: AbortSignal,
): Promise<IngestReport> {
  const tally = createTally()
  const arrivals = mapOrdered(options.workers, (source: Source, inner) => arrive(source, options, inner))
  try {
    for await (const arrival of arrivals(sources, signal)) {
      const event = await store(arrival, options, tally, signal)
      if (event !== null) options.onEvent(event)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return tally.report(true)
  }
  return tally.report(false)
}

async function arrive(source: Source, options: PipelineOptions, signal: AbortSignal): Promise<Arrival> {
  const bytes = await bytesOf(source)
  if (bytes instanceof Error) {
    const { reason } = bytes.facts
    const code = typeof reason === 'string' ? reason : 'unreadable_file'
    const reading = { ok: false, code, detail: bytes.message } as const
    return { kind: 'read', source, id: contentId(source.path), reading }
  }
  const id = contentId(bytes)
  const known = await options.writer.paper(id)
  if (known !== null && isSettled(known, options)) return { kind: 'known', source, paper: known }
  return { kind: 'read', source, id, reading: await options.reader.read(source, bytes, signal) }
}

/** A source read by itself; null where it cannot be. */
export async function readOf(
  source: Source,
  reader: PaperReader,
  signal: AbortSignal,
): Promise<ReadPaper | null> {
  const bytes = await bytesOf(source)
  if (bytes instanceof Error) return null
  const reading = await reader.read(source, bytes, signal)
  return reading.ok ? { id: contentId(bytes), pages: reading.pages, description: reading.description } : null
}

async function bytesOf(source: Source): Promise<Uint8Array | GlossError> {
  try {
    return await source.read()
  } catch (error) {
    if (isGlossError(error, 'FILE_UNREADABLE')) return error
    throw error
  }
}

function isSettled(paper: Paper, { settling, retryFailed }: PipelineOptions): boolean {
  return isMadeAlike(paper.recipe, settling) && !(retryFailed && paper.state.startsWith('failed:'))
}

async function store(
  arrival: Arrival,
  options: PipelineOptions,
  tally: Tally,
  signal: AbortSignal,
): Promise<IngestEvent | null> {
  const { writer, settling } = options
  const { source } = arrival
  const id = arrival.kind === 'known' ? arrival.paper.id : arrival.id
  if (!tally.isNew(id)) {
    await writer.addPath(id, source.path)
    return null
  }
  if (arrival.kind === 'known') {
    await writer.addPath(id, source.path)
    const unchanged =
      arrival.paper.recipe === recipeName(settling) || arrival.paper.state.startsWith('failed:')
    const paper = unchanged ? arrival.paper : await rejudge(arrival.paper, settling, writer, { signal })
    return tally.add(paper, source.path, { unchanged, units: await unitCounts(writer, id) })
  }
  const before = await writer.paper(id)
  const paths = [...new Set([...(before?.paths ?? []), source.path])]
  const identity: Identity = { id, paths, format: source.format, document: source.document }
  const overruled = (await writer.gate(id))?.overruled ?? null
  const { record, losses } = arrival.reading.ok
    ? await makeRecord(identity, { id, ...arrival.reading }, settling, { overruled, signal })
    : { record: failedRecord(identity, arrival.reading, recipeName(settling)), losses: {} }
  signal.throwIfAborted()
  await writer.put([record])
  tally.lose(losses)
  const count = (kind: string) => record.units.filter((unit) => unit.kind === kind).length
  const units = { units: count('unit'), passages: count('passage') }
  return tally.add(record.paper, source.path, { unchanged: false, units })
}

async function unitCounts(writer: CorpusWriter, paper: string): Promise<UnitCounts> {
  const units = await writer.listUnits({ paper })
  const passages = units.filter((unit) => unit.kind === 'passage').length
  return { units: units.length - passages, passages }
}

interface UnitCounts {
  readonly units: number
  readonly passages: number
}

type Tally = ReturnType<typeof createTally>

function createTally() {
  const seen = new Set<string>()
  const dropped: Record<string, number> = {}
  const failed: Record<string, number> = {}
  const losses: Record<string, number> = {}
  const sums = { kept: 0, units: 0, passages: 0, pages: 0, unchanged: 0, copies: 0 }
  const raise = (counts: Record<string, number>, name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by
  }
  return {
    /** False for content that the run has met before. */
    isNew(id: string): boolean {
      if (!seen.has(id)) return true
      sums.copies++
      return false
    },
    lose(counts: Readonly<Record<string, number>>): void {
      for (const [reason, count] of Object.entries(counts)) raise(losses, reason, count)
    },
    add(
      paper: Paper,
      path: string,
      { unchanged, units }: { unchanged: boolean; units: UnitCounts },
    ): IngestEvent {
      seen.add(paper.id)
      const [kind, reason = ''] = paper.state.split(':')
      if (kind === 'kept') sums.kept++
      else raise(kind === 'dropped' ? dropped : failed, reason)
      sums.units += units.units
      sums.passages += units.passages
      sums.pages += paper.pageCount
      if (unchanged) sums.unchanged++
      return {
        type: 'paper-ended',
        paper: paper.id,
        path,
        title: paper.title,
        state: paper.state,
        detail: paper.detail,
        units: units.units,
        pages: paper.pageCount,
        unchanged,
      }
    },
    report: (interrupted: boolean): IngestReport => ({
      seen: seen.size,
      ...sums,
      dropped,
      failed,
      losses,
      interrupted,
    }),
  }
}
