/** vanna over a real corpus file and a scripted model over HTTP: what is asked, mended, found, and said of it. */
import { afterEach, describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { openSqliteQueries } from '../../../corpus/adapters/sqlite-queries.ts'
import { openCorpusNames } from '../../../graph/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { openCorpusIndex } from '../../../index/index.ts'
import { readBundledPrices } from '../../../models/adapters/bundled-prices.ts'
import type { BackendModel } from '../../../retrieval/index.ts'
import type { Question } from '../../../retrieval/ports.ts'
import { SQL_EXAMPLES } from '../../../retrieval/vanna/examples.ts'
import { vannaBackend } from '../../../retrieval/vanna/index.ts'

import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { makeQueryCorpus, type QueryCorpus } from '../../fixtures/query-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

type VannaGround = Parameters<typeof vannaBackend>[0]

const MODEL = 'gpt-4o-mini'
const closing: (() => PromiseLike<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function ground(): Promise<{ corpus: QueryCorpus; ground: VannaGround }> {
  const embedder = bagOfWordsEmbedder()
  const corpus = await makeQueryCorpus(embedder)
  const store = openSqliteCorpus(corpus.path, { create: false })
  const queries = openSqliteQueries(corpus.path)
  closing.push(
    () => queries.close(),
    () => store.close(),
  )
  const kept = { reader: store, folder: temporaryFolder() }
  const index = await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch() })
  const names = openCorpusNames(kept)
  return { corpus, ground: { index, embedder, names: () => names, queries } }
}

async function asking(contextTokens = 8_192) {
  const server = await openScriptedServer()
  closing.push(() => server[Symbol.asyncDispose]())
  const { url } = server
  const model: BackendModel = {
    open: (ledger) => openOpenAiChat({ url, model: MODEL, maxRetries: 0, ledger }),
    prices: readBundledPrices(),
  }
  const opened = await ground()
  return { ...opened, server, retrieve: retrieving(opened.ground, model, contextTokens) }
}

function retrieving(over: VannaGround, model: BackendModel | null, contextTokens = 8_192) {
  const backend = vannaBackend(over, { model, contextTokens: async () => contextTokens })
  return (text: string, question: Partial<Question> = {}) => backend.retrieve({ text, k: 10, ...question })
}

function messagesOf(server: ScriptedServer, request: number) {
  return server.requests[request]?.body.messages ?? []
}

describe('vanna with a model', () => {
  it('gives the rows of its statement as hits, in their order, and says how it came by them', async () => {
    const { corpus, server, retrieve } = await asking()
    const sql =
      "SELECT unit_id, is_subject FROM names WHERE name = 'elastase' ORDER BY is_subject DESC, unit_id LIMIT 50"
    server.reply({ text: `Here it is:\n\`\`\`sql\n${sql}\n\`\`\``, usage: [1_000, 50] })
    const { hits, usage, by, stages } = await retrieve('Tell of elastase in 2021')
    expect(hits.map(({ unit }) => unit)[0]).toBe(corpus.unit('Elastase is silenced'))
    expect(new Set(hits.map(({ unit }) => unit))).toEqual(
      new Set(['Elastase is silenced', 'Lupeol inhibited', 'Curcumin inhibits'].map(corpus.unit)),
    )
    expect(hits.map(({ score }) => score)).toEqual([1, 1 / 2, 1 / 3])
    expect(hits[0]?.why).toMatchObject({
      words: expect.any(Number),
      cosine: expect.any(Number),
      sql: {
        statement: sql,
        made: 'model',
        attempts: 1,
        values: [
          { column: 'names.name', value: 'elastase', asked: 'elastase' },
          { column: 'papers.year', value: '2021-2021', asked: 'in 2021' },
        ],
      },
    })
    expect(usage).toEqual({
      calls: 1,
      promptTokens: 1_000,
      completionTokens: 50,
      cost: expect.closeTo(0.00018, 8),
    })
    expect(by).toBeUndefined()
    expect(Object.keys(stages)).toEqual(['embed', 'link', 'write', 'query', 'search', 'fuse'])
  })

  it('leaves out examples that the context has no room for', async () => {
    const { server, retrieve } = await asking(3_700)
    server.reply({ text: 'SELECT unit_id FROM units' })
    await retrieve('What is known about lupeol?')
    const messages = messagesOf(server, 0)
    expect(messages.length).toBeLessThan(22)
    expect(messages.at(-3)?.content).toBe('What is known about lupeol?')
  })

  it.for([
    { name: 'no statement', answer: 'I do not know.', complaint: 'no SELECT statement' },
    { name: 'broken SQL', answer: 'SELECT unit_id FROM nowhere', complaint: 'no such table: nowhere' },
    { name: 'a refused statement', answer: 'SELECT value FROM setting', complaint: 'not one of the views' },
    { name: 'no ids', answer: 'SELECT count(*) FROM units', complaint: 'neither unit_id nor paper_id' },
    {
      name: 'no rows',
      answer: "SELECT unit_id FROM names WHERE name = 'Lupeol (pure)'",
      complaint: 'no rows',
    },
  ])(
    'says to the model what is wrong with $name, and takes the better one',
    async ({ answer, complaint }) => {
      const { corpus, server, retrieve } = await asking()
      server.reply(
        { text: answer },
        { text: "```sql\nSELECT unit_id FROM units WHERE has_words(text, 'betulin')\n```" },
      )
      const { hits, usage } = await retrieve('Where is betulin?')
      expect(messagesOf(server, 1).at(-1)?.content).toContain(complaint)
      expect(hits.map(({ unit }) => unit)).toEqual([corpus.unit('Betulin')])
      expect(hits[0]?.why.sql).toMatchObject({ attempts: 2 })
      expect(usage).toMatchObject({ calls: 2, promptTokens: 20, completionTokens: 10 })
    },
  )

  it('takes the units of papers, the best of each first', async () => {
    const { corpus, server, retrieve } = await asking()
    server.reply({ text: 'SELECT paper_id, year FROM papers WHERE year > 2000 ORDER BY year DESC' })
    const { hits } = await retrieve('growth of cells; main constituent')
    expect(hits.map(({ unit }) => unit).slice(0, 3)).toEqual(
      ['Curcumin slowed', 'Elastase is silenced', 'Lupeol is the main'].map(corpus.unit),
    )
    expect(hits).toHaveLength(5)
  })

  it('lets words and vectors order what the statement does not', async () => {
    const { corpus, server, retrieve } = await asking()
    server.reply({ text: 'SELECT unit_id FROM units' })
    const { hits } = await retrieve('growth of tumour cells under curcumin')
    expect(hits[0]).toMatchObject({ unit: corpus.unit('Curcumin slowed') })
    expect(hits).toHaveLength(6)
  })
})

describe('vanna without a model', () => {
  it.for([
    { name: 'a name', text: 'What is betulin?', first: ['Betulin was found'] },
    {
      name: 'two names, both before one',
      text: 'How does curcumin act on elastase?',
      first: ['Curcumin inhibits'],
    },
    { name: 'a name within years', text: 'elastase since 2020', first: ['Elastase is silenced'] },
    {
      name: 'an author',
      text: 'What has been published by Roe?',
      first: ['Curcumin slowed', 'Elastase is silenced'],
    },
    { name: 'years', text: 'What came out in 2021?', first: ['Curcumin slowed', 'Elastase is silenced'] },
    { name: 'a topic', text: 'anything on cells?', first: ['Curcumin slowed'] },
  ])('answers by a template, and says so: $name', async ({ text, first }) => {
    const { corpus, ground: over } = await ground()
    const { hits, usage } = await retrieving(over, null)(text)
    const found = hits.map(({ unit }) => unit).slice(0, first.length)
    expect(new Set(found)).toEqual(new Set(first.map(corpus.unit)))
    for (const { why } of hits) expect(why.sql).toMatchObject({ made: 'template', attempts: 1 })
    expect(usage).toBeUndefined()
  })
})

describe('the statement', () => {
  it.for([
    ['What was found since 2015?', 'WHERE year >= 2015'],
    ['What was found in 2021?', 'year >= 2021 AND year <= 2021'],
    ['published after 2015', 'WHERE year >= 2016)'],
    ['Results before 2022?', 'WHERE year <= 2021)'],
    ['between 2010 and 2020', 'year >= 2010 AND year <= 2020'],
  ] as const)('of a template for "%s" has %s', async ([question, part]) => {
    const { ground: over } = await ground()
    const { hits } = await retrieving(over, null)(question)
    expect(hits[0]?.why.sql?.statement).toContain(part)
  })

  const SELECT = "SELECT unit_id FROM units WHERE has_words(text, 'betulin')"
  it.for([
    `Sure! Here:\n\`\`\`sqlite\n${SELECT};\n\`\`\`\nIt selects.`,
    `\`\`\`\nunits\n\`\`\`\n\`\`\`sql\n${SELECT}\n\`\`\``,
    `\`\`\`sql\n${SELECT}`,
    `With this we select the units:\n${SELECT};\nThat is all.`,
    `<think>SELECT nothing? No.</think>${SELECT}`,
    `\`\`\`sql\n-- units\n${SELECT}\n\`\`\``,
  ])('of a model is read from its answer: %s', async (text) => {
    const { corpus, server, retrieve } = await asking()
    server.reply({ text })
    const { hits } = await retrieve('Where is betulin?')
    expect(hits.map(({ unit }) => unit)).toEqual([corpus.unit('Betulin')])
    expect(hits[0]?.why.sql).toMatchObject({ attempts: 1 })
  })

  it('is asked for three times at the most', async () => {
    const { server, retrieve } = await asking()
    server.reply({ text: 'Hm.' }, { text: 'DELETE FROM units' }, { text: 'SELECT bad' }, { text: SELECT })
    expect((await retrieve('Where is betulin?')).by).toBe('hybrid')
    expect(server.requests).toHaveLength(3)
  })
})

describe('the examples', () => {
  it('are each a statement that runs and names units or papers', async () => {
    const { ground: over } = await ground()
    expect(SQL_EXAMPLES.length).toBeGreaterThanOrEqual(30)
    for (const { question, sql } of SQL_EXAMPLES) {
      const outcome = await over.queries.query(sql, { rows: 10, timeoutMs: 5_000 })
      expect(outcome.kind, `${question}: ${JSON.stringify(outcome)}`).toBe('rows')
      expect(outcome.kind === 'rows' && outcome.columns.some(({ holds }) => holds !== null), question).toBe(
        true,
      )
    }
  })
})
