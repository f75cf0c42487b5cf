/**
 * Reads every paper before the first is stored, for runs that need consent to what their papers will cost. What was read is
 * kept on disk, so that nothing is read twice and memory does not grow with the run.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CorpusWriter } from '../corpus/index.ts'
import { stateOf } from './gate/records.ts'
import type { ReadPaper } from './ports.ts'
import type { Arrival } from './read-sources.ts'

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

/** A list on disk, for what is too large to hold: written once, then read once in the same order. */

interface TemporaryList<Item> extends AsyncDisposable {
  put(item: Item): Promise<void>
  items(): AsyncIterable<Item>
}

/** Measured on 180 pages with boxes: 23 kB and 1.6 ms a page; without it 57 kB. */
const DEFLATE_LEVEL = 1

/** Items are plain data, as `structuredClone` takes them. The file has no name and goes with its process, however that ends. */
async function openTemporaryList<Item>(): Promise<TemporaryList<Item>> {
  const file = await openNameless()
  const sizes: number[] = []
  return {
    async put(item) {
      const bytes = deflateRawSync(serialize(item), { level: DEFLATE_LEVEL })
      await file.appendFile(bytes)
      sizes.push(bytes.length)
    },
    async *items() {
      let position = 0
      for (const size of sizes) {
        const { buffer } = await file.read(Buffer.alloc(size), 0, size, position)
        yield deserialize(inflateRawSync(buffer)) as Item
        position += size
      }
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-read-'))
  try {
    return await open(join(folder, 'papers'), 'a+')
  } finally {
    await rm(folder, { recursive: true })
  }
}
