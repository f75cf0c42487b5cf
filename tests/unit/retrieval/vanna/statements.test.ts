/** Statements without a model and with one: what is written, shown, run and asked again. */
import { describe, expect, it } from 'vitest'
import type { QueryOutcome } from '../../../../corpus/index.ts'
import { type ChatMessage, type ChatModel, estimateMessageTokens } from '../../../../models/index.ts'
import { SQL_EXAMPLES } from '../../../../retrieval/vanna/examples.ts'
import type { LinkedValues } from '../../../../retrieval/vanna/link-values.ts'
import { createNearestExamples } from '../../../../retrieval/vanna/nearest-examples.ts'
import { promptFor } from '../../../../retrieval/vanna/prompt.ts'
import { templateSql } from '../../../../retrieval/vanna/template.ts'
import { runStatement, writeQuery } from '../../../../retrieval/vanna/write-query.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'
import { fakeQueries, rowsOf } from '../../../fakes/fake-queries.ts'

const NOTHING: LinkedValues = {
  names: [],
  namedUnits: 9,
  years: null,
  authors: [],
  topics: [],
  hasFacts: false,
}
const term = (name: string, units: number, share = 1) => ({ name, asked: name, units, share })

describe('a template', () => {
  it.for([
    {
      name: 'from a year on',
      values: { years: { from: 2015, asked: '' } },
      sql: 'SELECT unit_id FROM units WHERE paper_id IN (SELECT paper_id FROM papers WHERE year >= 2015) LIMIT 1000',
    },
    {
      name: 'of authors until a year',
      values: { years: { to: 2010, asked: '' }, authors: ["O'Hara", 'Li'] },
      sql: "SELECT unit_id FROM units WHERE paper_id IN (SELECT paper_id FROM papers WHERE year <= 2010 AND (authors LIKE '%O''Hara%' OR authors LIKE '%Li%')) LIMIT 1000",
    },
    {
      name: 'of topics',
      values: { topics: ['soil', 'heart'] },
      sql: "SELECT unit_id FROM units WHERE topic IN ('soil', 'heart') LIMIT 1000",
    },
    {
      name: 'of a topic and an author',
      values: { topics: ['soil'], authors: ['Li'] },
      sql: "SELECT unit_id FROM units WHERE topic IN ('soil') AND paper_id IN (SELECT paper_id FROM papers WHERE (authors LIKE '%Li%')) LIMIT 1000",
    },
  ])('asks for units $name', ({ values, sql }) => {
    expect(templateSql({ ...NOTHING, ...values })).toBe(sql)
  })

  it('weighs names by their rarity and share, twice where a unit is about one', () => {
    // log(1 + 9 / 3), log(1 + 9 / 1), half of log(1 + 9 / 1)
    const sql = templateSql({ ...NOTHING, names: [term('p53', 3), term("o'", 0), term('x', 1, 0.5)] })
    expect(sql).toContain(
      "CASE name WHEN 'p53' THEN 1.3863 WHEN 'o''' THEN 2.3026 WHEN 'x' THEN 1.1513 END * (1 + max(is_subject)) AS weight",
    )
    expect(sql).toContain("FROM names WHERE name IN ('p53', 'o''', 'x') GROUP BY unit_id, name")
    expect(sql).toContain('round(sum(weight), 4) AS score')
    expect(sql).toMatch(/GROUP BY unit_id ORDER BY score DESC LIMIT 1000$/)
  })

  it('asks for names in papers of the years, whatever the topics', () => {
    const years = { from: 2010, to: 2012, asked: '' }
    const sql = templateSql({ ...NOTHING, names: [term('p53', 3)], years, topics: ['soil'] })
    expect(sql).toContain(
      "name IN ('p53') AND paper_id IN (SELECT paper_id FROM papers WHERE year >= 2010 AND year <= 2012) GROUP BY",
    )
    expect(sql).not.toContain('soil')
  })
})

describe('examples', () => {
  it('are the ten nearest to the question, and are embedded once', async () => {
    const calls: number[] = []
    // The last example is the nearest.
    const embedder = fakeEmbedder(2, (text) => {
      const at = SQL_EXAMPLES.findIndex(({ question }) => question === text)
      return [at, SQL_EXAMPLES.length]
    })
    const counted = {
      ...embedder,
      embed: (...given: Parameters<typeof embedder.embed>) => {
        calls.push(given[0].length)
        return embedder.embed(...given)
      },
    }
    const nearest = createNearestExamples(counted)
    for (let turn = 0; turn < 2; turn++)
      expect(await nearest.of(Float32Array.of(1, 0))).toEqual(SQL_EXAMPLES.slice(-10).toReversed())
    expect(calls).toEqual([SQL_EXAMPLES.length])
  })

  it('are the first ten without a vector', async () => {
    const never = fakeEmbedder(2, () => {
      throw new Error('not asked')
    })
    expect(await createNearestExamples(never).of(null)).toEqual(SQL_EXAMPLES.slice(0, 10))
  })

  it('are embedded again after a failure, and not for a question that was given up', async () => {
    let calls = 0
    const failing = {
      ...fakeEmbedder(2, () => [1, 0]),
      embed: async (texts: readonly string[]) => {
        if (calls++ === 0) throw new Error('down')
        return texts.map(() => Float32Array.of(1, 0))
      },
    }
    const nearest = createNearestExamples(failing)
    const question = Float32Array.of(1, 0)
    await expect(nearest.of(question, AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up')
    expect(calls).toBe(0)
    await expect(nearest.of(question)).rejects.toThrow('down')
    expect(await nearest.of(question)).toHaveLength(10)
    expect(calls).toBe(2)
  })
})

describe('the conversation with a model', () => {
  const queries = fakeQueries(() => rowsOf([]))
  const examples = [
    { question: 'Nearest?', sql: 'SELECT 1' },
    { question: 'Next?', sql: 'SELECT 2' },
  ]
  const parts = { question: 'Which <think>p53</think>?', values: NOTHING, examples, queries }

  it('has the views, the examples with the nearest last, and the question without marks of control', () => {
    const [system, ...turns] = promptFor(parts, 10_000)
    expect(system?.role).toBe('system')
    expect(system?.content).toContain(
      '-- Statements.\nCREATE TABLE units (\n  unit_id TEXT, -- Names a unit.\n);\n\n-- What units state. It is empty in this corpus: do not use it.\nCREATE TABLE facts (',
    )
    expect(system?.content).toMatch(/^You write SQLite for a corpus .* can be read:\n\n-- Statements\./)
    expect(system?.content).toContain(
      'there is: has_words(text, words): Whether all words occur.\n\n- Answer',
    )
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    expect(turns.map(({ content }) => content)).toEqual([
      'Next?',
      '```sql\nSELECT 2\n```',
      'Nearest?',
      '```sql\nSELECT 1\n```',
      expect.not.stringContaining('<think>'),
    ])
  })

  it('says of facts nothing where there are some, and names the values of the question', () => {
    const values = { ...NOTHING, hasFacts: true, topics: ['soil'] }
    const messages = promptFor({ ...parts, question: 'On soil?', values }, 10_000)
    expect(messages[0]?.content).not.toContain('do not use it')
    expect(messages.at(-1)?.content).toBe(
      'On soil?\n\nValues of the corpus in this question:\n- units.topic: "soil" for "soil"',
    )
    expect(promptFor({ ...parts, question: 'On soil?' }, 10_000).at(-1)?.content).toBe('On soil?')
  })

  it('has as many examples as there is room for, to the token', () => {
    const all = promptFor(parts, 10_000)
    const needed = estimateMessageTokens(all)
    expect(promptFor(parts, needed)).toEqual(all)
    expect(promptFor(parts, needed - 1)).toEqual([all[0], ...all.slice(3)])
    expect(promptFor(parts, 0)).toEqual([all[0], all.at(-1)])
  })
})

describe('a statement that is run', () => {
  it.for([
    {
      name: 'what was refused',
      outcome: { kind: 'refused', message: 'No PRAGMA.' },
      complaint: 'No PRAGMA.',
    },
    { name: 'no ids', outcome: rowsOf(['count'], [1]), complaint: /neither unit_id nor paper_id/ },
    { name: 'no rows', outcome: rowsOf(['unit_id']), complaint: /gives no rows/ },
  ] as { name: string; outcome: QueryOutcome; complaint: string | RegExp }[])(
    'is complained about with $name',
    async ({ outcome, complaint }) => {
      const queries = fakeQueries(() => outcome)
      expect(await runStatement('SELECT', queries)).toEqual({
        complaint: typeof complaint === 'string' ? complaint : expect.stringMatching(complaint),
      })
      expect(queries.asked).toEqual([{ sql: 'SELECT', rows: 1000, timeoutMs: 10_000 }])
    },
  )

  it('gives the places of its units', async () => {
    const queries = fakeQueries(() => rowsOf(['unit_id'], ['a']))
    expect(await runStatement('SELECT', queries)).toEqual({ places: new Map([['a', 0]]) })
  })
})

describe('a statement by a model', () => {
  const first: ChatMessage[] = [{ role: 'user', content: 'What?' }]
  const { signal } = new AbortController()

  function written(answers: readonly string[], found = (sql: string) => sql === 'SELECT good') {
    const asked: unknown[] = []
    const chat: ChatModel = {
      id: 'scripted',
      async complete({ messages, ...settings }) {
        const text = answers[asked.length] ?? ''
        asked.push({ ...settings, said: messages.slice(1).map(({ role, content }) => `${role}: ${content}`) })
        return { text, finish: 'stop', usage: { promptTokens: 1, completionTokens: 1, estimated: false } }
      },
    }
    const queries = fakeQueries((sql) =>
      found(sql) ? rowsOf(['unit_id'], ['a']) : { kind: 'failed', message: `Not ${sql}.` },
    )
    return { asked, result: writeQuery(first, { chat, queries }, signal) }
  }

  it('is asked once where it finds something', async () => {
    const started = performance.now()
    const { asked, result } = written(['```sql\nSELECT good\n```'])
    expect(await result).toMatchObject({ sql: 'SELECT good', attempts: 1, places: new Map([['a', 0]]) })
    expect(asked).toEqual([{ temperature: 0, maxTokens: 700, said: [] }])
    const { writeMs } = await result
    expect(writeMs).toBeGreaterThanOrEqual(0)
    expect(writeMs).toBeLessThanOrEqual(performance.now() - started)
  })

  it('is asked again with what was wrong, each time with all that was said', async () => {
    const { asked, result } = written(['I do not know.', 'SELECT bad', 'SELECT good'])
    expect(await result).toMatchObject({ sql: 'SELECT good', attempts: 3 })
    const once = [
      'assistant: I do not know.',
      'user: Your answer has no SELECT statement. Write a better statement.',
    ]
    const twice = [
      ...once,
      'assistant: ```sql\nSELECT bad\n```',
      'user: Not SELECT bad. Write a better statement.',
    ]
    expect(asked).toMatchObject([{ said: [] }, { said: once }, { said: twice }])
    expect(first).toHaveLength(1)
  })

  it('is given up after three, with the last one that was written', async () => {
    const { asked, result } = written(['SELECT a', 'SELECT b', 'SELECT c', 'SELECT good'])
    expect(await result).toMatchObject({ sql: 'SELECT c', attempts: 3, places: new Map() })
    expect(asked).toHaveLength(3)
    const silent = written(['SELECT a', 'Hm.', 'Hm.'])
    expect(await silent.result).toMatchObject({ sql: null, attempts: 3, places: new Map() })
  })
})
