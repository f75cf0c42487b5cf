/** An index gives the same answer whatever it was asked before: scores that one question left behind serve only the same question. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CandidateSource, openCorpusIndex } from '../../../index/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

type CandidateQuery = Parameters<CandidateSource['candidates']>[0]

const embedder = bagOfWordsEmbedder(16)
const WORDS = ['bark', 'palm', 'enzym', 'kinas', 'zinc']
const UNITS = Array.from({ length: 40 }, (_, i) => WORDS.filter((_, word) => (i >> word) % 2 === 0).join(' '))
const store = emptyCorpus()

async function put(name: string, units: readonly string[]): Promise<void> {
  await using writer = await store.write('test')
  await writer.put([await textRecord({ name, units }, embedder)])
}
const open = () =>
  openCorpusIndex({ reader: store, embedder, folder: temporaryFolder(), openNeighbours: null })

it('answers as an index that is asked for the first time', async () => {
  await put('one', UNITS)
  const vectors = await embedder.embed(['bark palm', 'zinc'])
  const index = await open()
  const question = fc.record({
    terms: fc.constantFrom(null, ['bark'], ['bark', 'palm'], ['zinc', 'zinc']),
    vector: fc.constantFrom(null, ...vectors),
    depth: fc.constantFrom(1, 3, 8, 100),
    filter: fc.constantFrom(null, { kinds: ['unit' as const] }, { papers: ['nothing'] }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(question, { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      async (asked, grows) => {
        const expectAsFresh = async (query: CandidateQuery) => {
          const fresh = await open()
          expect(await index.candidates(query)).toEqual(await fresh.candidates(query))
        }
        for (const query of asked) {
          await expectAsFresh(query)
          const { units } = await index.candidates({ ...query, depth: 2 })
          await expectAsFresh({ ...query, units })
        }
        await expectAsFresh(asked[0]!)
        if (grows) await put('two', [`bark palm zinc ${asked.length}`, ...asked.map((_, i) => `bark ${i}`)])
        await expectAsFresh(asked[0]!)
      },
    ),
    { numRuns: 25 },
  )
})

it('says which units have a term, however they are listed, and nothing of a unit that is not there', async () => {
  await put('one', UNITS)
  const index = await open()
  const [found, others] = await index.read((view) => {
    const { units, words } = view.candidates({ terms: ['bark'], vector: null, depth: 3, filter: null })
    const having = [...units.keys()].filter((place) => words[place]! > 0)
    const places = view.placesWith(['bark', 'unheard'], units)
    expect(places.map((found) => found.toSorted())).toEqual([having, []])
    return [having, view.placesWith(['bark'], ['nothing', units[having[0]!]!])]
  })
  expect(found!.length).toBeGreaterThan(0)
  expect(others).toEqual([[1]])
})
