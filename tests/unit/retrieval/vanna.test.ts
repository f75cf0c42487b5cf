/** `vanna`: the statement of a template or a model, what is shown to the model, and how rows become hits. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { QueryOutcome } from '../../../corpus/index.ts'
import type { ChatRequest } from '../../../models/index.ts'
import type { AskedModel } from '../../../retrieval/index.ts'
import { vannaBackend } from '../../../retrieval/vanna/index.ts'
import { fakeQueries, rowsOf } from '../../fakes/fake-queries.ts'
import { factGround } from '../../fixtures/fact-ground.ts'

type Value = readonly [
  kind: 'name' | 'topic' | 'authors' | 'facts',
  value: string,
  asked: string,
  units: number,
]

const UNITS = [
  { text: 'p53 binds', cosine: 0.25, names: 'gene:p53' },
  { text: 'mdm2', cosine: 0.75, names: 'gene:mdm2, gene:p53' },
  { text: 'bark', cosine: 0.5 },
]
const USAGE = { promptTokens: 1, completionTokens: 1, estimated: false }

interface Opening {
  readonly values?: readonly Value[]
  /** Texts of units in the order of the rows, each with a score; or another outcome. */
  readonly rows?: readonly (readonly [text: string, score: number])[] | QueryOutcome
  /** Of the model, one after the other; null without a model. */
  readonly answers?: readonly string[] | null
  readonly tokens?: number
}

async function asked(
  text: string,
  {
    values = [],
    rows = [
      ['bark', 2],
      ['p53 binds', 1],
    ],
    answers = null,
    tokens = 8_192,
  }: Opening = {},
  more = {},
) {
  const { ground, ask } = await factGround(UNITS)
  const vector = Float32Array.of(1, 0, 0, 0)
  const { units, papers } = await ground.index.candidates({ terms: null, vector, depth: 9, filter: null })
  const idOf = (of: string) => units[papers.indexOf(of)] ?? of
  const outcome =
    'kind' in rows
      ? rows
      : rowsOf(['unit_id', 'score'], ...rows.map(([of, score]) => [idOf(of), score] as const))
  const queries = fakeQueries((sql) => {
    if (sql.includes('UNION ALL')) return rowsOf(['kind', 'value', 'asked', 'units'], ...values)
    return sql.includes('bad') ? { kind: 'failed', message: 'No such thing.' } : outcome
  })
  const requests: ChatRequest[] = []
  const model: AskedModel | null = answers && {
    open: () => ({
      id: 'scripted',
      async complete(request) {
        const asking = { ...request, messages: [...request.messages] }
        const answer = answers[requests.push(asking) - 1] ?? ''
        return { text: answer, finish: 'stop', usage: USAGE }
      },
    }),
    prices: new Map(),
  }
  const backend = vannaBackend({ ...ground, queries }, { model, contextTokens: async () => tokens })
  const answer = await ask(backend, text, more)
  return {
    ...answer,
    statement: answer.hits[0]?.why.sql?.statement,
    sql: answer.hits[0]?.why.sql,
    queries,
    requests,
  }
}

describe('the statement of a template', () => {
  it.each([
    { question: 'What of p53?', has: ["WHEN 'p53'", 'ORDER BY score DESC'] },
    { question: 'What was found since 2015?', has: ['WHERE year >= 2015'] },
    { question: 'What was found in 2019?', has: ['year >= 2019 AND year <= 2019'] },
    { question: 'published after 2015', has: ['WHERE year >= 2016)'] },
    { question: 'Results before 1999?', has: ['WHERE year <= 1998)'] },
    { question: 'between 2010 and 2014', has: ['year >= 2010 AND year <= 2014'] },
    { question: 'On soil?', values: [['topic', 'soil', 'soil', 0]], has: ["topic IN ('soil')"] },
    {
      question: "papers by Ada O'Hara",
      values: [['authors', "Bo Smith; Ada O'Hara", '', 0]],
      has: ["authors LIKE '%Ada O''Hara%'"],
    },
    {
      question: 'Does ace act?',
      values: [
        ['name', 'angiotensin', 'ace', 6],
        ['name', 'acetylene', 'ace', 2],
      ],
      has: ["WHEN 'angiotensin'", "WHEN 'acetylene'"],
    },
  ] as { question: string; values?: Value[]; has: string[] }[])(
    'for "$question" has $has',
    async ({ question, values = [], has }) => {
      const { statement, sql, requests } = await asked(question, { values })
      for (const part of has) expect(statement).toContain(part)
      expect(sql).toMatchObject({ made: 'template', attempts: 1 })
      expect(requests).toEqual([])
    },
  )

  it('does without names that were not extracted', async () => {
    const { ground, ask } = await factGround(UNITS)
    const queries = fakeQueries((sql) =>
      rowsOf(sql.includes('UNION ALL') ? ['kind', 'value', 'asked', 'units'] : ['unit_id']),
    )
    const without = (code: 'GRAPH_MISSING' | 'STORE_DAMAGED') =>
      vannaBackend(
        { ...ground, queries, names: () => Promise.reject(new GlossError(code, 'No.')) },
        { model: null, contextTokens: async () => 1 },
      )
    expect((await ask(without('GRAPH_MISSING'), 'p53 since 2015')).by).toBe('hybrid')
    await expect(ask(without('STORE_DAMAGED'), 'p53 since 2015')).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
    })
  })
})

describe('the statement of a model', () => {
  it.each([
    { answer: 'Sure! Here:\n```sqlite\nselect 1;\n```\nIt selects.', is: 'select 1;' },
    {
      answer: '```\nunits\n```\n```sql\nWITH a AS (SELECT 1) SELECT 2\n```',
      is: 'WITH a AS (SELECT 1) SELECT 2',
    },
    { answer: '```sql\nSELECT unit_id FROM', is: 'SELECT unit_id FROM' },
    {
      answer: 'With this we select the units:\nSELECT unit_id\nFROM units;\nThat is all.',
      is: 'SELECT unit_id\nFROM units',
    },
    {
      answer: "select unit_id from units where text like '%;\n\n%'\n\nThis finds them.",
      is: "select unit_id from units where text like '%;\n\n%'",
    },
    {
      answer: 'The statement: WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n',
      is: 'WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n',
    },
    { answer: '<think>SELECT nothing? No.</think>SELECT 1', is: 'SELECT 1' },
    { answer: '```sql\n-- units\nSELECT 1\n```', is: 'SELECT 1' },
  ])('is read from its answer: $answer', async ({ answer, is }) => {
    expect((await asked('p53?', { answers: [answer] })).sql).toMatchObject({
      statement: is,
      made: 'model',
      attempts: 1,
    })
  })

  it('is asked for again with what was wrong, three times at the most', async () => {
    const { requests, sql } = await asked('p53?', { answers: ['I do not know.', 'SELECT bad', 'SELECT 1'] })
    expect([sql?.attempts, requests.length]).toEqual([3, 3])
    const said = requests.map(({ messages }) => messages.at(-1)!.content)
    expect(said[1]).toBe('Your answer has no SELECT statement. Write a better statement.')
    expect(said[2]).toBe('No such thing. Write a better statement.')
    expect(requests[2]!.messages.length).toBe(requests[0]!.messages.length + 4)
    const never = await asked('p53?', { answers: ['DELETE FROM units', 'Hm.', 'SELECT bad', 'SELECT 1'] })
    expect([never.by, never.requests.length, never.sql]).toEqual(['hybrid', 3, undefined])
  })
})

describe('the hits of rows', () => {
  const ORDERED = ['SELECT unit_id, score FROM names ORDER BY score']
  it.each([
    {
      name: 'in their order',
      rows: [
        ['bark', 2],
        ['p53 binds', 1],
      ],
      is: ['bark', 'p53 binds'],
    },
    {
      name: 'each once',
      rows: [
        ['bark', 3],
        ['mdm2', 2],
        ['bark', 1],
      ],
      is: ['bark', 'mdm2'],
    },
    // The rows are of one place: words and vectors decide.
    {
      name: 'of the same values by words and vectors',
      rows: [
        ['bark', 2],
        ['p53 binds', 2],
        ['mdm2', 2],
      ],
      is: ['mdm2', 'p53 binds', 'bark'],
    },
    {
      name: 'without an order by words and vectors',
      rows: [
        ['bark', 2],
        ['mdm2', 1],
      ],
      answers: ['SELECT unit_id FROM names'],
      is: ['mdm2', 'bark'],
    },
    {
      name: 'without those that are unknown',
      rows: [
        ['gone', 2],
        ['bark', 1],
      ],
      is: ['bark'],
    },
  ] as { name: string; rows: [string, number][]; answers?: string[]; is: string[] }[])(
    'are $name',
    async ({ rows, answers = ORDERED, is }) => {
      const { texts, hits } = await asked('What of p53?', { rows, answers })
      expect(texts).toEqual(is)
      expect(hits.map(({ score }) => score)).toEqual(is.map((_, place) => 1 / (place + 1)))
    },
  )

  it('are of the units of papers where rows name only these', async () => {
    const { queries } = await asked('p53?', { rows: rowsOf(['paper_id'], ["p'1"], ['p2']), answers: ORDERED })
    expect(queries.asked.at(-1)!.sql).toContain("paper_id IN ('p''1', 'p2')")
  })

  it('keep to the filter and to as many as are asked for', async () => {
    expect((await asked('p53?', {}, { filter: { papers: ['p53 binds'] } })).texts).toEqual(['p53 binds'])
    expect((await asked('p53?', {}, { k: 1 })).texts).toEqual(['bark'])
  })
})
