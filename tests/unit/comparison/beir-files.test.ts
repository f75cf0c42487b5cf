/** Tests BEIR collections: documents, questions and judgements; and published units. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parseBeirQueries, parseQrels } from '../../../comparison/index.ts'
import { linesOf } from '../../../core/index.ts'
import { parseBeirCorpus, parsePublishedUnits } from '../../../ingest/formats/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

async function* textLines(text: string) {
  yield* linesOf(Readable.from([Buffer.from(text)]))
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
const fail = (line: number) => expect.fail(`line ${line}`)

test('documents keep their order, and lines without one are reported by number', async () => {
  const losses: string[] = []
  const text =
    '{"_id": 7, "title": " T ", "text": "X", "metadata": {"year": "1999"}}\nno\n{"title": "no id"}\n{"_id": "8", "text": " "}\n{"_id":"9","text":"Y"}'
  const found = await all(parseBeirCorpus(textLines(text), (line, why) => losses.push(`${line} ${why}`)))
  expect(found).toEqual([
    { id: '7', title: 'T', text: 'X', year: 1999 },
    { id: '9', title: '', text: 'Y', year: null },
  ])
  expect(losses).toEqual(['2 bad_json', '3 bad_record', '4 bad_record'])
})

test('questions keep their order, and lines without one are reported by number', async () => {
  const bad: number[] = []
  const text = '{"_id":"1","text":"a"}\n{"_id":"2"}\n{"_id":3,"text":"c","metadata":{"synthetic":true}}\nno'
  const found = await all(parseBeirQueries(textLines(text), (line) => bad.push(line)))
  expect(found).toEqual([
    { id: '1', text: 'a' },
    { id: '3', text: 'c', isSynthetic: true },
  ])
  expect(bad).toEqual([2, 4])
})

test.for([
  ['blanks around cells separated by tabs', ' 1 \t a b \t 2 \n', ['1', 'a b', 2]],
  ['blanks before and behind', '  1 0 doc1 1  \n', ['1', 'doc1', 1]],
  ['three columns separated by blanks', '1 doc1 0.5\n', ['1', 'doc1', 0.5]],
  ['a header of another spelling', 'query_id\tx\ty\n1\ta\t1\n', ['1', 'a', 1]],
] as const)('judgements with %s are read', async ([, text, judgement]) => {
  const found = await all(parseQrels(textLines(text), fail))
  expect(found.map(({ query, document, score }) => [query, document, score])).toEqual([judgement])
})

test.for(['\ta\t1', '1\t\t1', '1\t0\ta\t', '1\ta', '1\ta\tgood', '1\ta\t', '1 2 3 4 5'])(
  '%j is no judgement',
  async (text) => {
    const bad: number[] = []
    expect(await all(parseQrels(textLines(text), (line) => bad.push(line)))).toEqual([])
    expect(bad).toEqual([1])
  },
)

test.skipIf(!hasShared)(orSkipped('SciFact is read whole, and its judgements name its queries'), async () => {
  const file = (name: string) => linesOf(createReadStream(sharedPath('data', 'scifact', name)))
  expect(await all(parseBeirCorpus(file('corpus.jsonl'), fail))).toHaveLength(5183)
  const queries = new Set((await all(parseBeirQueries(file('queries.jsonl'), fail))).map(({ id }) => id))
  const judgements = await all(parseQrels(file('qrels.tsv'), fail))
  expect(judgements.filter(({ query }) => !queries.has(query))).toEqual([])
  expect(new Set(judgements.map(({ query }) => query)).size).toBe(809)
})

describe('published units', () => {
  test('both forms give the same statements', () => {
    const triples = [
      ['a', 'is', 'b'],
      ['a', 'is'],
    ]
    const docs = [{ idx: 'x', passage: 'One.', extracted_entities: ['a', 5], extracted_triples: triples }]
    expect(parsePublishedUnits(JSON.stringify({ docs }))).toEqual([
      { text: 'One.', entities: ['a'], triples: [['a', 'is', 'b']] },
    ])
    expect(parsePublishedUnits('["One."," "]')).toEqual([{ text: 'One.', entities: [], triples: [] }])
  })

  test.for(['{', '{}', '[1]', '"text"'])('%s is refused', (json) => {
    expect(() => parsePublishedUnits(json)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
  })
})
