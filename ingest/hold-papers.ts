/**
 * Reads every paper before the first is stored, for runs that need consent to the cost of their papers. The papers are
 * kept on disk, so that none is read twice and memory does not grow with the run.
 */
import type { CorpusWriter } from '../corpus/index.ts'
import { stateOf } from './gate/records.ts'
import type { ReadPaper } from './ports.ts'
import type { Arrival } from './read-sources.ts'
import { openTemporaryList, type TemporaryList } from './temporary-list.ts'

/**
 * Calls `agree` with the papers for the summariser, read one after the other; if it throws, nothing has been written.
 * The run that produces the arrivals must not write anything itself.
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
  // Before anything else: a changed file takes its path from the paper that it held before, and a paper without paths is deleted.
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
