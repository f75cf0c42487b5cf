/** Facts that followed any history of their corpus answer like facts opened afresh; passes over them do only what is new. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import {
  type CorpusFacts,
  embedPhrases,
  FACT_GRAPHS,
  findSynonyms,
  openCorpusFacts,
} from '../../../graph/facts/index.ts'
import {
  CORRECTIONS_SETTING,
  createNameCorrections,
  nameUnits,
  openCorpusNames,
} from '../../../graph/index.ts'
import { createNamer } from '../../../graph/names/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, openCorpusIndex } from '../../../index/index.ts'
import { hippoRagBackend, UNFILTERED_HIPPO } from '../../../retrieval/hipporag/index.ts'
import { lightRagBackend } from '../../../retrieval/lightrag/index.ts'
import { bagOfWordsEmbedder, fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { madeExtraction, putMadeFacts } from '../../fixtures/made-facts.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const PAPERS = ['amber', 'cedar', 'dogwood']
const WORDS = ['enzyme', 'bark', 'extract', 'cells', 'lupeol', 'kinase', 'kinases']
const QUESTIONS = ['enzyme of the bark', 'lupeol kinase']
const embedder = bagOfWordsEmbedder(40)
const synonyms = { embedder, openNeighbours: openUsearch(), threshold: 0.7 }

interface Opened {
  readonly index: CorpusIndex
  readonly names: ReturnType<typeof openCorpusNames>
  readonly published: CorpusFacts
  readonly ours: CorpusFacts
}

async function open(reader: CorpusStore, folder: string): Promise<Opened> {
  const kept = { reader, folder }
  return {
    index: await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch() }),
    names: openCorpusNames(kept),
    published: await openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.published }),
    ours: await openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.ours }),
  }
}

async function answers(opened: Opened): Promise<unknown[]> {
  const ground = {
    ...opened,
    embedder,
    names: () => opened.names,
    facts: async (graph: 'published' | 'ours') => opened[graph],
  }
  const backends = [
    hippoRagBackend(ground),
    hippoRagBackend(ground, UNFILTERED_HIPPO),
    lightRagBackend(ground),
  ]
  const lines: unknown[] = []
  for (const [i, backend] of backends.entries())
    for (const text of QUESTIONS)
      for (const { unit, score } of (await backend.retrieve({ text, k: 20 })).hits)
        lines.push([i, text, unit, Math.round(score * 1e7) / 1e7])
  return lines
}

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 6 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      paper: fc.constantFrom(...PAPERS),
      units: fc.array(words, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...PAPERS).map((remove) => ({ remove })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('extract' as const, 'save' as const, 'ask' as const, 'reopen' as const),
  },
  { weight: 1, arbitrary: fc.constantFrom('mend' as const, 'compare' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Followed {
  readonly store: CorpusStore
  readonly folder: string
  opened: Opened
}

async function apply(one: Step, followed: Followed): Promise<void> {
  const { store, folder, opened } = followed
  if (one === 'ask') await answers(opened)
  else if (one === 'save') for (const kept of [opened.ours, opened.published]) await kept.save()
  else if (one === 'reopen') followed.opened = await open(store, folder)
  else await write(one, followed)
}

async function write(
  one: Exclude<Step, 'ask' | 'save' | 'reopen'>,
  { store, opened: { ours } }: Followed,
): Promise<void> {
  await using writer = await store.write('history')
  if (one === 'extract') await putMadeFacts(writer, ours, embedder)
  else if (one === 'compare') await findSynonyms(writer, ours, synonyms)
  else if (one === 'mend')
    await writer.setSetting(
      CORRECTIONS_SETTING,
      JSON.stringify(createNameCorrections(['cells'], { kinases: 'kinase' })),
    )
  else if ('remove' in one) await writer.remove([contentId(one.remove)])
  else {
    const units = one.units.map((text) => text.join(' '))
    await writer.put([await textRecord({ name: one.paper, units }, embedder)])
    await nameUnits(writer, () => createNamer(null))
  }
}

describe('the facts of a corpus', () => {
  it('answer after any history like those opened afresh', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const [store, folder] = [emptyCorpus(), temporaryFolder()]
        const followed = { store, folder, opened: await open(store, folder) }
        for (const one of steps) await apply(one, followed)
        const expected = await answers(await open(store, temporaryFolder()))
        expect(await answers(followed.opened)).toEqual(expected)
        expect(await answers(await open(store, folder))).toEqual(expected)
        await store.close()
      }),
      { seed: 20_261_121, numRuns: seededCases(60) },
    )
  })

  it('are compared once: a pass over new names alone', async () => {
    const store = emptyCorpus()
    const { ours } = await open(store, temporaryFolder())
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
      const { ours } = await open(store, temporaryFolder())
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
