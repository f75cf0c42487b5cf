/** Vectors are read, embedded and compared 512 at a time, so that others get their turn; none is asked for twice. */
import { expect, it } from 'vitest'
import { createMemoryCorpus } from '../../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusReader } from '../../../../corpus/index.ts'
import { embedPhrases, FACT_GRAPHS, findSynonyms, openCorpusFacts } from '../../../../graph/index.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'
import { putFacts } from '../../../fixtures/followed-facts.ts'
import { fact } from '../../../fixtures/named-corpus.ts'

/** As many facts as names: each name with itself. */
const factsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => fact(`n${i + 100}`, 'is', `n${i + 100}`))

it.each([
  { count: 1, calls: [1], embedded: [2] },
  { count: 256, calls: [256], embedded: [512] },
  { count: 512, calls: [512], embedded: [512, 512] },
  { count: 513, calls: [512, 1], embedded: [512, 512, 2] },
])('the vectors of $count facts and as many names', async ({ count, calls, embedded }) => {
  const store = createMemoryCorpus()
  const asked: number[] = []
  const counted = <Reader extends CorpusReader>(reader: Reader): Reader => ({
    ...reader,
    phraseVectors: async (embedder: string, phrases: readonly string[]) => {
      asked.push(phrases.length)
      return await reader.phraseVectors(embedder, phrases)
    },
  })
  const takeAsked = () => asked.splice(0)
  const plain = fakeEmbedder(3, () => [0, 0, 1], 'toy')
  const texts: number[] = []
  const embedder: typeof plain = {
    ...plain,
    embed: (some, signal) => {
      texts.push(some.length)
      return plain.embed(some, signal)
    },
  }
  await putFacts(store, 'p', ...factsOf(count))
  const reading = { reader: counted(store), embedder, settings: FACT_GRAPHS.published, folder: '/no-folder' }
  const facts = await openCorpusFacts(reading)
  await facts.refresh()
  expect(takeAsked()).toEqual([...calls, ...calls])
  {
    await using writer = await store.write('embed')
    expect(await embedPhrases(counted(writer), facts, embedder)).toBe(2 * count)
  }
  expect([takeAsked(), texts]).toEqual([embedded, embedded])
  await facts.refresh()
  expect(takeAsked()).toEqual([...calls, ...calls])
  const rows: number[] = []
  const openNeighbours = () => ({
    add: (row: number) => void rows.push(row),
    search: () => ({ rows: [], cosines: [] }),
  })
  await using writer = await store.write('compare')
  const graph = { embedder, openNeighbours: openNeighbours as never, mostScannedPairs: 0 }
  expect(await findSynonyms(counted(writer), facts, graph)).toEqual({ names: count, pairs: 0 })
  // Of the names for the graph, then of those that are new.
  expect(takeAsked()).toEqual([...calls, ...calls])
  expect(rows).toEqual(Array.from({ length: count }, (_, row) => row))
})
