/**
 * Reads every paper before the first is stored, for runs that need consent to what their papers will cost. What was read is
 * kept on disk, so that nothing is read twice and memory does not grow with the run.
 */
import type { CorpusWriter } from '../corpus/index.ts'
import { stateOf } from './gate/records.ts'
import type { ReadPaper } from './ports.ts'
import type { Arrival } from './read-sources.ts'
import { openTemporaryList, type TemporaryList } from './temporary-list.ts'

/**
 * `agree` gets the papers that the summariser would be given, read one after the other; where it throws, nothing has been written.
 * The arrivals must come from a run that writes nothing by itself.
 */
export async function* holdPapers(
  arrivals: AsyncIterable<Arrival>,
  agree: (papers: AsyncIterable<ReadPaper>) => Promise<void>,
  writer: Pick<CorpusWriter, 'addPath'>,
  signal: AbortSignal,
): AsyncIterable<Arrival> {
  await using list = await openTemporaryList<Arrival>()
  const storedPaths: [id: string, path: string][] = []
  await agree(papersToSummarise(arrivals, list, storedPaths))
  signal.throwIfAborted()
  // First of all: a changed file takes its path from the paper that it held before, and a paper goes with its last path.
  for (const [id, path] of storedPaths) await writer.addPath(id, path)
  yield* list.items()
}

async function* papersToSummarise(
  arrivals: AsyncIterable<Arrival>,
  list: TemporaryList<Arrival>,
  storedPaths: [id: string, path: string][],
): AsyncIterable<ReadPaper> {
  for await (const arrival of arrivals) {
    await list.put(arrival)
    if ('before' in arrival) storedPaths.push([arrival.id, arrival.path])
    if (needsUnits(arrival)) yield arrival.read
  }
}

function needsUnits(arrival: Arrival): arrival is Extract<Arrival, { read: ReadPaper }> {
  if (!('read' in arrival) || (arrival.gate !== null && stateOf(arrival.gate) !== 'kept')) return false
  return arrival.kind === 'read' || arrival.before.state !== 'kept'
}
