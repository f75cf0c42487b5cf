/** `vanna`: whom it asks, what it shows of the rows, and who answers where there are none. */
import { describe, expect, it } from 'vitest'
import type { Mention, QueryOutcome } from '../../../../corpus/index.ts'
import type { CorpusNames } from '../../../../graph/index.ts'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import { type ChatMessage, estimateMessageTokens } from '../../../../models/index.ts'
import type { AskedModel } from '../../../../retrieval/model-usage.ts'
import type { Question } from '../../../../retrieval/ports.ts'
import { vannaBackend } from '../../../../retrieval/vanna/vanna.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'
import { type FakeUnit, fakeIndex } from '../../../fakes/fake-index.ts'
import { fakeQueries, rowsOf } from '../../../fakes/fake-queries.ts'
import { modelSaying } from '../../../fakes/saying-chat.ts'
import { expectStages } from '../../../fixtures/timed-stages.ts'

const UNITS: readonly FakeUnit[] = [
  { unit: 'a', paper: 'p', text: 'p53 binds', cosine: 0.25 },
  { unit: 'b', paper: 'p', text: 'mdm2', cosine: 0.75 },
  { unit: 'c', paper: 'q', text: 'bark', cosine: 0.5 },
]
const SQL = 'SELECT unit_id, score FROM names ORDER BY score'

interface Opening {
  readonly rows?: QueryOutcome
  readonly answer?: string
  readonly units?: readonly FakeUnit[]
  readonly tokens?: number
}

function opened({
  rows = rowsOf(['unit_id', 'score'], ['c', 2], ['a', 1]),
  answer,
  units = UNITS,
  tokens = 8192,
}: Opening = {}) {
  const index = fakeIndex(units)
  const graph = createNameGraph()
  const mention: Mention = { name: 'p53', alias: 'p53', kind: 'gene', isSubject: false, start: 0, end: 3 }
  graph.put({ unit: 'a', mentions: [mention] })
  const queries = fakeQueries((sql) =>
    sql.includes('UNION ALL') ? rowsOf(['kind', 'value', 'asked', 'units']) : rows,
  )
  const ground = {
    index,
    queries,
    embedder: fakeEmbedder(2, (text) => (text === '???' ? [] : [1, 0])),
    names: async () =>
      ({ whenCurrent: async (look: (of: unknown) => unknown) => look({ graph }) }) as unknown as CorpusNames,
  }
  let contexts = 0
  const conversations: (readonly ChatMessage[])[] = []
  const contextTokens = async () => {
    contexts++
    return tokens
  }
  const backend = vannaBackend(ground, {
    model: answer === undefined ? null : heard(modelSaying(answer), conversations),
    contextTokens,
  })
  const ask = (question: Partial<Question> = {}) =>
    backend.retrieve({ text: 'What of p53?', k: 9, ...question })
  return { ask, index, queries, backend, conversations, contexts: () => contexts }
}

/** The same model, with what it is told. */
function heard(model: AskedModel, conversations: (readonly ChatMessage[])[]): AskedModel {
  return {
    ...model,
    open(ledger) {
      const chat = model.open(ledger)
      return {
        ...chat,
        complete(request, signal) {
          conversations.push([...request.messages])
          return chat.complete(request, signal)
        },
      }
    },
  }
}

const STAGES = ['embed', 'link', 'write', 'query', 'search', 'fuse']

describe('vanna without a model', () => {
  it('shows the rows of a template in their order, with the statement and its values', async () => {
    const { ask, backend, index } = opened()
    const { hits, ...rest } = await expectStages(STAGES, ask)
    expect(backend.name).toBe('vanna')
    expect(hits.map(({ unit, score, rank }) => [unit, score, rank])).toEqual([
      ['c', 1, 1],
      ['a', 1 / 2, 2],
    ])
    expect(hits[0]!.why).toMatchObject({
      words: 0,
      cosine: 0.5,
      sql: {
        statement: expect.stringContaining("WHEN 'p53'"),
        made: 'template',
        attempts: 1,
        values: [{ column: 'names.name', value: 'p53', asked: 'p53' }],
      },
    })
    expect(rest).not.toHaveProperty('usage')
    expect(index.asked).toMatchObject([{ depth: 1, filter: null }])
  })

  it('keeps to the filter and to as many hits as wanted, and explains where asked', async () => {
    const filtered = await opened().ask({ filter: { papers: ['p'] } })
    expect(filtered.hits.map(({ unit }) => unit)).toEqual(['a'])
    expect(filtered.hits[0]).not.toHaveProperty('why.terms')
    const { hits } = await opened().ask({ k: 1, explain: true, text: 'p53 in bark?' })
    expect(hits.map(({ unit, why }) => [unit, why.terms])).toEqual([['c', [{ term: 'bark', score: 1 }]]])
  })

  it.each([
    { name: 'no rows', rows: rowsOf(['unit_id']) },
    { name: 'a statement that was stopped', rows: { kind: 'stopped', message: 'too long' } },
  ] as { name: string; rows: QueryOutcome }[])('lets `hybrid` answer with $name', async ({ rows }) => {
    const { hits, by } = await expectStages(
      ['link', 'write', 'query', 'embed', 'search', 'fuse'],
      opened({ rows }).ask,
    )
    expect(by).toBe('hybrid')
    expect(hits.map(({ unit }) => unit)).toEqual(['a', 'b', 'c'])
  })

  it('says that it needs a model where the question names nothing', async () => {
    await expect(opened().ask({ text: 'What is it?' })).rejects.toMatchObject({ code: 'MODEL_UNCONFIGURED' })
    await expect(opened().ask({ text: ' ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it.each([
    { name: 'an empty corpus', units: [], text: 'What is it?' },
    { name: 'a question of nothing', units: UNITS, text: '???' },
  ])('has no hits, and asks nobody, for $name', async ({ units, text }) => {
    const { ask, queries } = opened({ units })
    const { hits } = await expectStages(STAGES, () => ask({ text }))
    expect([hits, queries.asked]).toEqual([[], []])
  })

  it('takes words for a question where there is no vector', async () => {
    const { ask } = opened()
    expect((await ask({ vector: null })).hits.map(({ unit }) => unit)).toEqual(['c', 'a'])
  })
})

describe('vanna with a model', () => {
  it('shows the rows of its statement, and counts what it took', async () => {
    const { ask, contexts } = opened({ answer: SQL })
    const { hits, usage } = await ask({ text: 'What is it?' })
    expect(hits.map(({ unit }) => unit)).toEqual(['c', 'a'])
    expect(hits[0]!.why.sql).toEqual({ statement: SQL, made: 'model', attempts: 1, values: [] })
    expect(usage).toMatchObject({ calls: 1, promptTokens: 100 })
    expect(contexts()).toBe(1)
  })

  it('is shown as many examples as leave room for three answers and two complaints', async () => {
    const shown = async (tokens: number) => {
      const { ask, conversations } = opened({ answer: SQL, tokens })
      await ask()
      return conversations[0]!
    }
    const all = await shown(100_000)
    const needed = estimateMessageTokens(all) + 3 * 700 + 2 * 150
    expect(await shown(needed)).toEqual(all)
    expect(await shown(needed - 1)).toHaveLength(all.length - 2)
  })

  it.each([
    { name: 'it writes none', opening: { answer: 'I do not know.' } },
    { name: 'none finds anything', opening: { answer: SQL, rows: rowsOf(['unit_id']) } },
  ])('lets `hybrid` answer where $name, after three attempts', async ({ opening }) => {
    const { by, usage, hits } = await opened(opening).ask()
    expect([by, usage?.calls]).toEqual(['hybrid', 3])
    expect(hits[0]!.why).not.toHaveProperty('sql')
  })
})
