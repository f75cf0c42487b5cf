/**
 * Stores papers that were read. Every paper ends in one state. Small papers that arrive in quick succession are stored in
 * one transaction, so a kill loses at most the unfinished papers and those finished in the last quarter of a second.
 */
import { createTurns } from '../core/index.ts'
import type { CorpusReader, CorpusWriter, GateRecord, Paper, PaperRecord } from '../corpus/index.ts'
import { createIngestTally, type IngestEvent, type IngestReport, type IngestTally } from './ingest-tally.ts'
import { failedRecord, type IngestRecipe, makeRecord, recipeName } from './make-record.ts'
import type { ReadPaper } from './ports.ts'
import type { Arrival } from './read-sources.ts'
import { applyDecision, reevaluatePaper, storedText } from './reevaluate-paper.ts'
import {
  asDuplicate,
  followRename,
  type KeptPapers,
  keptCopyOf,
  type NewPaper,
  openKeptPapers,
  withStoredCopy,
} from './same-paper.ts'

// Writing these rows takes some 5 ms. Chosen, not measured.
const COPIES_PER_WRITE = 500
// A transaction costs as much as storing a short abstract: little for 64 papers, whose pages are a few MB. Chosen, not measured.
const RECORDS_PER_WRITE = 64
const LONGEST_WAIT_MS = 250

export interface PipelineOptions {
  readonly recipe: IngestRecipe
  readonly writer: CorpusWriter
  readonly onEvent: (event: IngestEvent) => void
}

/** Runs until the papers end or `signal` aborts; the current paper is then left out. */
export async function storePapers(
  arrivals: AsyncIterable<Arrival>,
  { recipe, writer, onEvent }: PipelineOptions,
  signal: AbortSignal,
): Promise<IngestReport> {
  const tally = createIngestTally()
  const records = createRecords(writer, ({ record, path, losses }) => {
    tally.addLosses(losses)
    onEvent(tally.addPaper({ ...record, path, unchanged: false }))
  })
  const copies = createCopies(writer, records)
  const corpus: CorpusReader = {
    ...writer,
    paper: (id) => records.store().then(() => writer.paper(id)),
    papersOf: (ids) => records.store().then(() => writer.papersOf(ids)),
  }
  const parts = { recipe, writer, onEvent, tally, records, corpus, kept: openKeptPapers(corpus) }
  const takeTurns = createTurns()
  try {
    for await (const arrival of arrivals) {
      await takeTurns()
      if (arrival.kind === 'copy') {
        await copies.add(arrival)
        tally.addCopy()
      } else {
        await copies.store()
        await store(arrival, parts, signal)
      }
    }
    await copies.store()
    await records.store()
  } catch (error) {
    await records.store()
    if (!signal.aborted) throw error
    return tally.report(true)
  }
  return tally.report(false)
}

/** A paper that is ready to be stored. */
interface NewRecord extends Pick<IngestReport, 'losses'> {
  readonly record: PaperRecord
  readonly path: string
}

interface Records {
  /** Stores a paper soon, with others. Throws what storing earlier ones threw. */
  add(ready: NewRecord): Promise<void>
  /** Stores the waiting papers immediately. */
  store(): Promise<void>
}

/** Calls `onStored` with each record, in the order of their arrival. */
function createRecords({ put }: Pick<CorpusWriter, 'put'>, onStored: (stored: NewRecord) => void): Records {
  let waiting: NewRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let stored: Promise<void> = Promise.resolve()

  async function write(ready: readonly NewRecord[]): Promise<void> {
    await put(ready.map(({ record }) => record))
    for (const one of ready) onStored(one)
  }

  function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return stored
    const ready = waiting
    waiting = []
    stored = stored.then(() => write(ready))
    return stored
  }

  return {
    async add(ready) {
      waiting.push(ready)
      // An error here is thrown by the next call.
      timer ??= setTimeout(() => void store().catch(() => undefined), LONGEST_WAIT_MS)
      if (waiting.length >= RECORDS_PER_WRITE) await store()
    },
    store,
  }
}

interface Copies {
  add(copy: Extract<Arrival, { kind: 'copy' }>): Promise<void>
  /** Writes the collected paths. */
  store(): Promise<void>
}

/** Collects copies, since a list may name one paper thousands of times, and a transaction costs as much as hundreds of its rows. */
function createCopies({ addPath }: Pick<CorpusWriter, 'addPath'>, records: Records): Copies {
  const paths = new Map<string, string[]>()
  let count = 0
  async function storeAll(): Promise<void> {
    if (count === 0) return
    await records.store()
    for (const [id, those] of paths) await addPath(id, ...those)
    paths.clear()
    count = 0
  }
  return {
    async add({ id, path }) {
      const known = paths.get(id)
      if (known === undefined) paths.set(id, [path])
      else known.push(path)
      if (++count >= COPIES_PER_WRITE) await storeAll()
    },
    store: storeAll,
  }
}

interface StoreParts extends PipelineOptions {
  /** The corpus, including records that wait to be stored. */
  readonly corpus: CorpusReader
  readonly records: Records
  readonly kept: KeptPapers
  readonly tally: IngestTally
}

async function store(
  arrival: Exclude<Arrival, { kind: 'copy' }>,
  parts: StoreParts,
  signal: AbortSignal,
): Promise<void> {
  const { recipe, corpus, records, kept } = parts
  const { id, path } = arrival
  if (arrival.kind === 'failed')
    return await records.add({
      record: failedRecord(arrival.identity, arrival, recipeName(recipe)),
      path,
      losses: {},
    })
  if (arrival.kind !== 'read') await followRename(arrival.before, arrival, parts.writer)
  if (arrival.kind === 'unchanged') return await storeUnchanged(arrival, parts, signal)
  const before = arrival.kind === 'read' ? arrival.identity : ((await corpus.paper(id)) ?? arrival.before)
  const { gate, outlived } = await decideOnCopies(arrival.read, before, arrival.gate, parts)
  const paper =
    arrival.kind === 'read'
      ? await storeRead({ ...arrival, gate }, parts, signal)
      : await storeDecision({ ...arrival, gate }, before as Paper, parts, signal)
  if (paper.state !== 'kept') return
  kept.add(paper)
  if (outlived !== null) await dropSuperseded(outlived, id, parts, signal)
}

/** Reports a paper with its current record, since this run may have replaced it; one that is no longer a copy is evaluated again. */
async function storeUnchanged(
  { id, path, before }: Extract<Arrival, { kind: 'unchanged' }>,
  { recipe, writer, corpus, tally, onEvent }: StoreParts,
  signal: AbortSignal,
): Promise<void> {
  const stored = (await corpus.paper(id)) ?? before
  const isAlone = stored.state === 'dropped:duplicate' && (await keptCopyOf(id, corpus)) === null
  const paper = isAlone ? await reevaluatePaper(stored, recipe, writer, { signal }) : stored
  const units = await writer.listUnits({ paper: id })
  onEvent(tally.addPaper({ paper, path, unchanged: !isAlone, units }))
}

/** Returns the gate's decision, changed for a copy of a kept paper, or the kept paper that this one replaces. */
async function decideOnCopies(
  read: ReadPaper,
  identity: NewPaper,
  decided: GateRecord | null,
  { kept, corpus }: StoreParts,
): Promise<{ readonly gate: GateRecord | null; readonly outlived: Paper | null }> {
  const gate = await withStoredCopy(decided, identity.id, corpus)
  const pair = await kept.pairOf(read, identity, gate)
  if (pair === null || gate === null) return { gate, outlived: null }
  return pair.isFuller
    ? { gate, outlived: pair.other }
    : { gate: asDuplicate(gate, pair.other.id), outlived: null }
}

async function dropSuperseded(
  paper: Paper,
  of: string,
  { recipe, writer, records, tally, onEvent }: StoreParts,
  signal: AbortSignal,
): Promise<void> {
  await records.store()
  const gate = await writer.gate(paper.id)
  if (gate === null) return
  const units = await writer.listUnits({ paper: paper.id })
  const read = await storedText(paper, writer)
  const dropped = await applyDecision(paper, { read, gate: asDuplicate(gate, of) }, recipe, writer, signal)
  onEvent(tally.dropKept(dropped.paper, units))
}

async function storeRead(
  { identity, path, read, gate }: Extract<Arrival, { kind: 'read' }>,
  { recipe, records }: StoreParts,
  signal: AbortSignal,
): Promise<Paper> {
  const { record, losses } = await makeRecord(identity, read, gate, recipe, signal)
  signal.throwIfAborted()
  await records.add({ record, path, losses })
  return record.paper
}

async function storeDecision(
  arrival: Extract<Arrival, { kind: 'decided-again' }>,
  before: Paper,
  { recipe, writer, tally, onEvent }: StoreParts,
  signal: AbortSignal,
): Promise<Paper> {
  const { paper, losses } = await applyDecision(before, arrival, recipe, writer, signal)
  tally.addLosses(losses)
  const units = await writer.listUnits({ paper: arrival.id })
  onEvent(tally.addPaper({ paper, path: arrival.path, units, unchanged: false }))
  return paper
}
