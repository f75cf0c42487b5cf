/**
 * From papers that were read to a stored corpus, one paper at a time. Every paper ends in one state and each is stored by
 * itself, so a kill loses at most the unfinished ones.
 */
import { createTurns } from '../core/index.ts'
import type { CorpusWriter, GateRecord, Paper, PaperRecord } from '../corpus/index.ts'
import { createIngestTally, type IngestEvent, type IngestReport, type IngestTally } from './ingest-tally.ts'
import { failedRecord, type IngestRecipe, makeRecord, recipeName } from './make-record.ts'
import type { ReadPaper } from './ports.ts'
import type { Arrival } from './read-sources.ts'
import { applyDecision, reevaluatePaper, storedText } from './reevaluate-paper.ts'
import {
  asDuplicate,
  type KeptPapers,
  keptCopyOf,
  type NewPaper,
  openKeptPapers,
  withStoredCopy,
} from './same-paper.ts'

// Some 5 ms of rows. Chosen, not measured.
const COPIES_A_WRITE = 500

export interface PipelineOptions {
  readonly recipe: IngestRecipe
  readonly writer: CorpusWriter
  readonly onEvent: (event: IngestEvent) => void
}

/** Runs until the papers end or `signal` aborts; the paper in hand is then left out. */
export async function storePapers(
  arrivals: AsyncIterable<Arrival>,
  options: PipelineOptions,
  signal: AbortSignal,
): Promise<IngestReport> {
  const tally = createIngestTally()
  const copies = createCopies(options.writer)
  const parts = { ...options, tally, kept: openKeptPapers(options.writer) }
  const takeTurns = createTurns()
  try {
    for await (const arrival of arrivals) {
      await takeTurns()
      if (arrival.kind === 'copy') {
        await copies.add(arrival)
        tally.addCopy()
      } else {
        await copies.store()
        options.onEvent(await store(arrival, parts, signal))
      }
    }
    await copies.store()
  } catch (error) {
    if (!signal.aborted) throw error
    return tally.report(true)
  }
  return tally.report(false)
}

interface Copies {
  add(copy: Extract<Arrival, { kind: 'copy' }>): Promise<void>
  /** Writes what has come. */
  store(): Promise<void>
}

/** A list may name one paper thousands of times, and a transaction costs as much as hundreds of its rows. */
function createCopies({ addPath }: Pick<CorpusWriter, 'addPath'>): Copies {
  const paths = new Map<string, string[]>()
  let count = 0
  async function storeAll(): Promise<void> {
    for (const [id, those] of paths) await addPath(id, ...those)
    paths.clear()
    count = 0
  }
  return {
    async add({ id, path }) {
      const known = paths.get(id)
      if (known === undefined) paths.set(id, [path])
      else known.push(path)
      if (++count >= COPIES_A_WRITE) await storeAll()
    },
    store: storeAll,
  }
}

interface StoreParts extends PipelineOptions {
  readonly kept: KeptPapers
  readonly tally: IngestTally
}

async function store(
  arrival: Exclude<Arrival, { kind: 'copy' }>,
  parts: StoreParts,
  signal: AbortSignal,
): Promise<IngestEvent> {
  const { recipe, writer, tally } = parts
  const { id, path } = arrival
  if (arrival.kind === 'unchanged') return await storeUnchanged(arrival, parts, signal)
  if (arrival.kind === 'failed') {
    const record = failedRecord(arrival.identity, arrival, recipeName(recipe))
    await writer.put([record])
    return tally.addPaper({ ...record, path, unchanged: false })
  }
  const before = arrival.kind === 'read' ? arrival.identity : ((await writer.paper(id)) ?? arrival.before)
  const { gate, outlived } = await decideOnCopies(arrival.read, before, arrival.gate, parts)
  const ended =
    arrival.kind === 'read'
      ? await storeRead({ ...arrival, gate }, parts, signal)
      : await storeDecision({ ...arrival, gate }, before as Paper, parts, signal)
  if (ended.paper.state !== 'kept') return tally.addPaper({ ...ended, path, unchanged: false })
  parts.kept.add(ended.paper)
  if (outlived !== null) await dropOutlived(outlived, id, parts, signal)
  return tally.addPaper({ ...ended, path, unchanged: false })
}

/** Its record as it is now: another paper of this run may have taken its place. One that stands alone again is decided on once more. */
async function storeUnchanged(
  { id, path, before }: Extract<Arrival, { kind: 'unchanged' }>,
  { recipe, writer, tally }: StoreParts,
  signal: AbortSignal,
): Promise<IngestEvent> {
  const stored = (await writer.paper(id)) ?? before
  const isAlone = stored.state === 'dropped:duplicate' && (await keptCopyOf(id, writer)) === null
  const paper = isAlone ? await reevaluatePaper(stored, recipe, writer, { signal }) : stored
  return tally.addPaper({ paper, path, unchanged: !isAlone, units: await writer.listUnits({ paper: id }) })
}

/** The gate's decision, changed where the paper is another file of a kept one; or the kept paper that this one is to stand for. */
async function decideOnCopies(
  read: ReadPaper,
  identity: NewPaper,
  decided: GateRecord | null,
  { kept, writer }: StoreParts,
): Promise<{ readonly gate: GateRecord | null; readonly outlived: Paper | null }> {
  const gate = await withStoredCopy(decided, identity.id, writer)
  const pair = await kept.pairOf(read, identity, gate)
  if (pair === null || gate === null) return { gate, outlived: null }
  return pair.isFuller
    ? { gate, outlived: pair.other }
    : { gate: asDuplicate(gate, pair.other.id), outlived: null }
}

async function dropOutlived(
  paper: Paper,
  of: string,
  { recipe, writer, tally, onEvent }: StoreParts,
  signal: AbortSignal,
): Promise<void> {
  const gate = await writer.gate(paper.id)
  if (gate === null) return
  const units = await writer.listUnits({ paper: paper.id })
  const read = await storedText(paper, writer)
  const dropped = await applyDecision(paper, { read, gate: asDuplicate(gate, of) }, recipe, writer, signal)
  onEvent(tally.dropKept(dropped.paper, units))
}

async function storeRead(
  { identity, read, gate }: Extract<Arrival, { kind: 'read' }>,
  { recipe, writer, tally }: StoreParts,
  signal: AbortSignal,
): Promise<Pick<PaperRecord, 'paper' | 'units'>> {
  const { record, losses } = await makeRecord(identity, read, gate, recipe, signal)
  signal.throwIfAborted()
  await writer.put([record])
  tally.addLosses(losses)
  return record
}

async function storeDecision(
  arrival: Extract<Arrival, { kind: 'decided-again' }>,
  before: Paper,
  { recipe, writer, tally }: StoreParts,
  signal: AbortSignal,
): Promise<Pick<PaperRecord, 'paper' | 'units'>> {
  const { paper, losses } = await applyDecision(before, arrival, recipe, writer, signal)
  tally.addLosses(losses)
  return { paper, units: await writer.listUnits({ paper: arrival.id }) }
}
