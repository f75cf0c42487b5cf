/** Which values of the corpus a question speaks of, and the statement that looks them up. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../core/index.ts'
import type { Mention, QueryOutcome } from '../../../../corpus/index.ts'
import type { CorpusNames } from '../../../../graph/index.ts'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import { linkValues, valuesOf } from '../../../../retrieval/vanna/link-values.ts'
import { lookUpValues } from '../../../../retrieval/vanna/look-up.ts'
import { fakeQueries, rowsOf } from '../../../fakes/fake-queries.ts'

type Row = readonly [kind: string, value: string, asked: string, units: number]

const graph = createNameGraph()
const mention = (name: string): Mention => ({
  name,
  alias: name,
  kind: 'gene',
  isSubject: false,
  start: 0,
  end: name.length,
})
graph.put({ unit: 'a', mentions: [mention('p53'), mention('mdm2')] })
graph.put({ unit: 'b', mentions: [mention('p53')] })
const names = async () =>
  ({ whenCurrent: async (look: (state: unknown) => unknown) => look({ graph }) }) as unknown as CorpusNames

function linked(question: string, ...rows: readonly Row[]) {
  const queries = fakeQueries(() => rowsOf(['kind', 'value', 'asked', 'units'], ...rows))
  return linkValues(question, { names, queries })
}
const authors = (list: string): Row => ['authors', list, '', 0]

describe('the values of a question', () => {
  it('are none where it names nothing', async () => {
    expect(await linked('What is it?')).toEqual({
      names: [],
      namedUnits: 2,
      years: null,
      authors: [],
      topics: [],
      hasFacts: false,
    })
  })

  it('are its names, as the walk finds them, then its single words, the rarest first', async () => {
    const found = await linked(
      'Does p53 act on an enzyme or a lyase in cells?',
      ['name', 'lyase', 'lyase', 3],
      ['name', 'enzyme', 'enzyme', 9],
      ['name', 'cell', 'cell', 3],
    )
    expect(found.names.map(({ name, units, share }) => [name, units, share])).toEqual([
      ['p53', 2, 1],
      ['cell', 3, 1],
      ['lyase', 3, 1],
      ['enzyme', 9, 1],
    ])
    expect(found.namedUnits).toBe(2)
  })

  it('share a word among the names that it may stand for, and leave out what a name has already', async () => {
    const found = await linked(
      'Does p53 act on ace?',
      ['name', 'angiotensin converting enzyme', 'ace', 6],
      ['name', 'acetylene', 'ace', 2],
      ['name', 'p53', 'p53', 2],
      ['name', 'tumour protein', 'p53', 2],
      ['name', 'p53', 'tp53', 2],
    )
    expect(found.names.map(({ name, asked, share }) => [name, asked, share])).toEqual([
      ['p53', 'p53', 1],
      ['acetylene', 'ace', 0.25],
      ['angiotensin converting enzyme', 'ace', 0.75],
    ])
  })

  it('are no more than twelve names', async () => {
    const many = Array.from(
      { length: 13 },
      (_, place): Row => ['name', `n${place + 10}`, `n${place + 10}`, place],
    )
    const found = await linked('p53?', ...many)
    expect(found.names.map(({ name }) => name)).toEqual(['p53', ...many.slice(0, 11).map(([, name]) => name)])
  })

  it('are topics that the question has in whole words, at most six', async () => {
    const topics = ['Heart', 'art', 'soil science', '(Soil)', 'a', 'b', 'c', 'd', 'e'].map(
      (topic): Row => ['topic', topic, topic, 0],
    )
    const found = await linked('On heart and soil-science: a, b, c, d or e?', ...topics)
    expect(found.topics).toEqual(['Heart', 'soil science', '(Soil)', 'a', 'b', 'c'])
  })

  it('tell whether the corpus has facts, and the years that are asked for', async () => {
    expect((await linked('Since 2015?', ['facts', '', '', 0])).hasFacts).toBe(true)
    expect((await linked('Since 2015?')).years).toEqual({ from: 2015, asked: 'Since 2015' })
  })

  it('are without names where no names were extracted; what else fails is not hidden', async () => {
    const failing = (code: 'GRAPH_MISSING' | 'STORE_DAMAGED') =>
      linkValues('p53 since 2015', {
        names: () => Promise.reject(new GlossError(code, 'No.')),
        queries: fakeQueries(() => rowsOf([])),
      })
    expect(await failing('GRAPH_MISSING')).toMatchObject({ names: [], namedUnits: 0, years: { from: 2015 } })
    await expect(failing('STORE_DAMAGED')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })
})

describe('the authors of a question', () => {
  it.for([
    {
      name: 'with the name as asked, before others of that surname',
      question: 'papers by Ada Smith',
      lists: ['Smith, Bo; Ada Smith', 'Ada Smith'],
      found: ['Ada Smith'],
    },
    {
      name: 'with the surname, where none has the name as asked',
      question: 'papers by Ada Smith',
      lists: ['Bo Smith; C Smithson', 'Smith D'],
      found: ['Bo Smith', 'Smith D'],
    },
    {
      name: 'in whichever form the surname is written',
      question: "What did O’Hara's group find, and Smith’s lab?",
      lists: ["Ann O'Hara; Bo Smith"],
      found: ["Ann O'Hara", 'Bo Smith'],
    },
    {
      name: 'no more than six',
      question: 'papers by Smith',
      lists: ['A Smith; B Smith; C Smith; D Smith', 'E Smith; F Smith; G Smith'],
      found: ['A Smith', 'B Smith', 'C Smith', 'D Smith', 'E Smith', 'F Smith'],
    },
    {
      name: 'nobody where it speaks of no authors',
      question: 'Does Smith matter?',
      lists: ['A Smith'],
      found: [],
    },
    { name: 'nobody by the first word', question: 'Smith wrote what?', lists: ['A Smith'], found: [] },
  ])('are $name', async ({ question, lists, found }) => {
    expect((await linked(question, ...lists.map(authors))).authors).toEqual(found)
  })
})

describe('the look-up', () => {
  async function asked(question: string, surnames: readonly string[] = []) {
    const queries = fakeQueries(() => rowsOf([]))
    await lookUpValues(question, surnames, queries)
    return queries.asked[0]!
  }

  it('asks once, for words that may be names, by name and by alias, for topics, and whether there are facts', async () => {
    const { sql, rows, timeoutMs } = await asked("Is p53 of O'Hara in an ox?")
    expect({ rows, timeoutMs }).toEqual({ rows: 500, timeoutMs: 2000 })
    expect(sql.match(/IN \([^)]*\)/g)).toEqual([
      expect.stringContaining("'p53'"),
      expect.stringContaining("'p53'"),
    ])
    expect(sql).toContain("instr('is p53 of o''hara in an ox?', lower(topic)) > 0")
    expect(sql).toContain('length(topic) >= 3')
    expect(sql).not.toMatch(/'ox'|'is'|'authors'/)
    expect(sql.split('\nUNION ALL\n')).toHaveLength(4)
  })

  it('takes each word of three letters or more once, and at most sixty', async () => {
    const listed = async (question: string) =>
      (await asked(question)).sql.match(/name IN \(([^)]*)\)/)?.[1]?.match(/'[^']+'/g)
    expect(await listed('ace ace ac the lyase')).toEqual(["'ace'", "'lyase'"])
    const many = Array.from({ length: 62 }, (_, place) => `gene${place}`)
    expect(await listed(many.join(' '))).toEqual(many.slice(0, 60).map((word) => `'${word}'`))
  })

  it('asks for six people at most, by surname, and reads the first 4,000 characters', async () => {
    const people = ['A1', "O'B", 'C', 'D', 'E', 'F', 'G']
    const { sql } = await asked('x'.repeat(4001), people)
    expect(sql.match(/authors LIKE '%[^%]+%'/g)).toEqual(
      ['A1', "O''B", 'C', 'D', 'E', 'F'].map((name) => `authors LIKE '%${name}%'`),
    )
    expect(sql).toContain(`instr('${'x'.repeat(4000)}',`)
  })

  it('gives rows as values, and nothing where the statement ends at a limit', async () => {
    const of = (outcome: QueryOutcome) =>
      lookUpValues(
        'x',
        [],
        fakeQueries(() => outcome),
      )
    expect(await of(rowsOf(['a', 'b', 'c', 'd'], ['name', 7, null, '3']))).toEqual([
      { kind: 'name', value: '7', asked: 'null', units: 3 },
    ])
    expect(await of({ kind: 'stopped', message: 'too long' })).toEqual([])
  })
})

it('values are told with the column and the words that led to them', () => {
  const nothing = { names: [], namedUnits: 1, years: null, authors: [], topics: [], hasFacts: false }
  expect(valuesOf(nothing)).toEqual([])
  expect(
    valuesOf({
      ...nothing,
      names: [{ name: 'angiotensin', asked: 'ang', share: 1, units: 1 }],
      authors: ['Ada Smith'],
      years: { from: 2015, asked: 'since 2015' },
      topics: ['soil'],
    }),
  ).toEqual([
    { column: 'names.name', value: 'angiotensin', asked: 'ang' },
    { column: 'papers.authors', value: 'Ada Smith', asked: 'Smith' },
    { column: 'papers.year', value: '2015-', asked: 'since 2015' },
    { column: 'units.topic', value: 'soil', asked: 'soil' },
  ])
  expect(valuesOf({ ...nothing, years: { to: 2010, asked: 'by 2010' } })).toMatchObject([{ value: '-2010' }])
})
