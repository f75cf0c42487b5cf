/**
 * From papers that were read to a stored corpus, one paper at a time. Every paper ends in one state and each is stored by
 * itself, so a kill loses at most the unfinished ones.
 */
import type { CorpusWriter } from '../corpus/index.ts'
import type { Arrival } from './arrivals.ts'
import { createIngestTally, type IngestEvent, type IngestReport, type IngestTally } from './ingest-tally.ts'
import { failedRecord, type IngestRecipe, type MadeRecord, makeRecord, recipeName } from './make-record.ts'
import { applyDecision } from './reevaluate-paper.ts'

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
  try {
    for await (const arrival of arrivals) {
      if (arrival.kind === 'copy') {
        await options.writer.addPath(arrival.id, arrival.path)
        tally.addCopy()
      } else options.onEvent(await store(arrival, options, tally, signal))
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return tally.report(true)
  }
  return tally.report(false)
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
