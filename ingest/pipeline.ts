/**
 * From papers that were read to a stored corpus, one paper at a time. Every paper ends in one state and each is stored by
 * itself, so a kill loses at most the unfinished ones.
 */
import { createTurns } from '../core/index.ts'
import type { CorpusWriter } from '../corpus/index.ts'
import { createIngestTally, type IngestEvent, type IngestReport, type IngestTally } from './ingest-tally.ts'
import { failedRecord, type IngestRecipe, type MadeRecord, makeRecord, recipeName } from './make-record.ts'
import type { Arrival } from './read-sources.ts'
import { applyDecision } from './reevaluate-paper.ts'

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
  const takeTurns = createTurns()
  try {
    for await (const arrival of arrivals) {
      await takeTurns()
      if (arrival.kind === 'copy') {
        await copies.add(arrival)
        tally.addCopy()
      } else {
        await copies.store()
        options.onEvent(await store(arrival, options, tally, signal))
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

async function store(
  arrival: Exclude<Arrival, { kind: 'copy' }>,
  { recipe, writer }: PipelineOptions,
  tally: IngestTally,
  signal: AbortSignal,
): Promise<IngestEvent> {
  const { id, path } = arrival
  if (arrival.kind === 'unchanged') {
    const units = await writer.listUnits({ paper: id })
    return tally.addPaper({ paper: arrival.before, path, unchanged: true, units })
  }
  if (arrival.kind === 'decided-again') {
    const { paper, losses } = await applyDecision(arrival.before, arrival, recipe, writer, signal)
    tally.addLosses(losses)
    const units = await writer.listUnits({ paper: id })
    return tally.addPaper({ paper, path, unchanged: false, units })
  }
  const { record, losses } = await recordOf(arrival, recipe, signal)
  signal.throwIfAborted()
  await writer.put([record])
  tally.addLosses(losses)
  return tally.addPaper({ ...record, path, unchanged: false })
}

async function recordOf(
  arrival: Extract<Arrival, { kind: 'read' | 'failed' }>,
  recipe: IngestRecipe,
  signal: AbortSignal,
): Promise<MadeRecord> {
  const { identity } = arrival
  if (arrival.kind === 'read') return makeRecord(identity, arrival.read, arrival.gate, recipe, signal)
  return { record: failedRecord(identity, arrival, recipeName(recipe)), losses: {} }
}
