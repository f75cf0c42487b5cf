/** Passes over the facts of a corpus do only what is new, and find the same synonyms in each way. */
import { describe, expect, it } from 'vitest'
import type { CorpusStore } from '../../../corpus/index.ts'
import {
  type CorpusFacts,
  embedPhrases,
  FACT_GRAPHS,
  findSynonyms,
  openCorpusFacts,
} from '../../../graph/facts/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { bagOfWordsEmbedder, fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { madeExtraction } from '../../fixtures/made-facts.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const WORDS = ['enzyme', 'bark', 'extract', 'cells', 'lupeol', 'kinase', 'kinases']
const embedder = bagOfWordsEmbedder(40)
const synonyms = { embedder, openNeighbours: openUsearch(), threshold: 0.7 }

function open(reader: CorpusStore): Promise<CorpusFacts> {
  return openCorpusFacts({ reader, folder: temporaryFolder(), embedder, settings: FACT_GRAPHS.ours })
}

describe('the facts of a corpus', () => {
  it('are compared once: a pass over new names alone', async () => {
    const store = emptyCorpus()
    const ours = await open(store)
    await using writer = await store.write('test')
    const put = async (name: string, text: string) => {
      const record = await textRecord({ name, units: [text] }, embedder)
      await writer.put([record])
      await writer.putExtractions(record.units.map((unit) => madeExtraction(unit.id, unit.text)))
      const embedded = await embedPhrases(writer, ours, embedder)
      return { embedded, ...(await findSynonyms(writer, ours, synonyms)) }
    }
    expect(await put('one', 'lupeol extract')).toMatchObject({ embedded: 3, names: 2 })
    expect(await put('two', 'lupeol extract')).toMatchObject({ embedded: 0, names: 0 })
    const third = await put('three', 'lupeol thing extract')
    expect(third).toMatchObject({ names: 2 })
    expect(third.pairs).toBeGreaterThan(0)
    expect(await findSynonyms(writer, ours, synonyms)).toEqual({ names: 0, pairs: 0 })
  })

  it('are no synonyms below three letters and digits, however near they are', async () => {
    const near = fakeEmbedder(4, () => [1])
    const store = emptyCorpus()
    const kept = { reader: store, folder: temporaryFolder() }
    const ours = await openCorpusFacts({ ...kept, embedder: near, settings: FACT_GRAPHS.ours })
    await using writer = await store.write('test')
    const record = await textRecord({ name: 'one', units: ['a unit'] }, near)
    const facts = [
      { subject: 'b1', predicate: 'is', object: 'b2' },
      { subject: 'b 1-', predicate: 'is', object: 'abc' },
      { subject: 'abd', predicate: 'is', object: 'b1' },
    ]
    await writer.put([record])
    await writer.putExtractions(
      record.units.map(({ id }) => ({ ...madeExtraction(id, ''), triples: [], facts })),
    )
    await embedPhrases(writer, ours, near)
    await findSynonyms(writer, ours, { ...synonyms, embedder: near })
    const pairs = (await store.synonymsSince(0, near.id)).map(({ one, other }) => [one, other])
    expect(pairs).toEqual([['abc', 'abd']])
  })

  it('are compared by a neighbour graph as by a scan', async () => {
    const found: unknown[] = []
    for (const mostScannedPairs of [0, 1e9]) {
      const store = emptyCorpus()
      const ours = await open(store)
      await using writer = await store.write('test')
      const texts = WORDS.flatMap((one) => WORDS.map((other) => `${one} ${other}`))
      const record = await textRecord({ name: 'one', units: [...new Set(texts)] }, embedder)
      await writer.put([record])
      await writer.putExtractions(record.units.map((unit) => madeExtraction(unit.id, unit.text)))
      await embedPhrases(writer, ours, embedder)
      await findSynonyms(writer, ours, { ...synonyms, mostScannedPairs })
      found.push((await store.synonymsSince(0, embedder.id)).map(({ one, other }) => [one, other]))
    }
    expect(found[0]).toEqual(found[1])
    expect(found[0]).not.toEqual([])
  })
})
