/** An index on the server that no question can read, or that finds nothing: found by asking for a known unit, built again, and said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresCorpora, type PostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { mendIndexes } from '../../../index/adapters/mend-postgres-indexes.ts'
import { openPostgresIndex } from '../../../index/adapters/postgres-index.ts'
import { vanillaBackend, wordsBackend } from '../../../retrieval/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { breakIndexes, INDEX_FAULTS } from '../../fixtures/broken-indexes.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const embedder = bagOfWordsEmbedder()
const QUESTION = { text: 'Is lupeol 7 in bark?', k: 3 }
const BACKENDS = { words: wordsBackend, near: vanillaBackend }

let corpora: PostgresCorpora
let store: CorpusStore
beforeAll(async () => {
  corpora = openPostgresCorpora(await openPgliteServer())
  store = await corpora.create('bark')
  await using writer = await store.write('test')
  const units = Array.from({ length: 60 }, (_, at) => `Lupeol ${at} is in the bark of birch number ${at}.`)
  await writer.put([await textRecord({ name: 'bark', units }, embedder)])
  await wordsBackend({
    index: openPostgresIndex({ database: store.database!, embedder }),
    embedder,
  }).retrieve(QUESTION)
})
afterAll(() => corpora.close())

const statesOf = async () => (await mendIndexes(store.database!)).map(({ state }) => state)

describe('the indexes of a corpus in PostgreSQL', () => {
  it('are sound, each time another unit is asked for', async () => {
    for (let time = 0; time < 5; time++) expect(await statesOf()).toEqual(['sound', 'sound'])
  })

  it.each(INDEX_FAULTS)('are mended where that of $index is $fault', async ({ index, fault }) => {
    const database = store.database!
    const ground = { index: openPostgresIndex({ database, embedder }), embedder }
    const ask = async () => (await BACKENDS[index](ground).retrieve(QUESTION)).hits.map(({ unit }) => unit)
    const before = await ask()
    await breakIndexes(database.query, { index, fault })
    const [near, words] = await mendIndexes(database)
    const [other, broken] = index === 'words' ? [near, words] : [words, near]
    expect(broken).toMatchObject({ state: 'mended', problem: expect.stringMatching(/\.$/) })
    expect(other).toMatchObject({ state: 'sound' })
    expect(await statesOf()).toEqual(['sound', 'sound'])
    expect(await ask()).toEqual(before)
  })

  it('find the same whether a question goes less deep alone or after it went deeper', async () => {
    const index = openPostgresIndex({ database: store.database!, embedder })
    const [vector] = await embedder.embed([QUESTION.text])
    const terms = await index.terms(QUESTION.text)
    const ask = async (depth: number, by = vector!) => {
      const { units, words, cosines } = await index.candidates({ terms, vector: by, depth, filter: null })
      return units.map((unit, at) => [unit, words[at], cosines[at]]).sort()
    }
    const deep = await ask(40)
    const after = await ask(5)
    expect(deep.length).toBeGreaterThan(after.length)
    expect(after).toEqual(await ask(5, vector!.slice()))
  })

  it('are mended by the question that cannot be answered, which is then answered', async () => {
    const database = store.database!
    const mended: number[] = []
    const mend = async () => mended.push((await mendIndexes(database)).length) > 0
    const words = wordsBackend({ index: openPostgresIndex({ database, embedder, mend }), embedder })
    const { hits } = await words.retrieve(QUESTION)
    await breakIndexes(database.query, { index: 'words', fault: 'unreadable' })
    expect((await words.retrieve(QUESTION)).hits).toEqual(hits)
    expect(mended).toEqual([2])
  })
})
