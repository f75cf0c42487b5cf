import { createReadStream } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  linesOf,
  parseBeirCorpus,
  parseBeirQueries,
  parsePublishedUnits,
  parseQrels,
} from '../../../../ingest/formats/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../../../scripts/lib/shared.ts'

async function* textLines(text: string) {
  yield* linesOf(chunks(text))
}
async function* chunks(text: string) {
  yield new TextEncoder().encode(text)
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('a BEIR collection', () => {
  test('documents come in their order; what is none is told with its line', async () => {
    const losses: [number, string][] = []
    const text =
      '{"_id": 7, "title": " T ", "text": "X", "metadata": {"year": "1999"}}\nno\n{"title": "no id"}\n{"_id": "8", "text": " "}\n{"_id":"9","text":"Y"}'
    const found = await all(parseBeirCorpus(textLines(text), (line, reason) => losses.push([line, reason])))
    expect(found).toEqual([
      { id: '7', title: 'T', text: 'X', year: 1999 },
      { id: '9', title: '', text: 'Y', year: null },
    ])
    expect(losses).toEqual([
      [2, 'bad_json'],
      [3, 'bad_record'],
      [4, 'bad_record'],
    ])
  })

  test('a query that cannot be read ends the reading', async () => {
    await expect(
      all(parseBeirQueries(textLines('{"_id":"1","text":"a"}\n{"_id":"2"}'))),
    ).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('Line 2'),
    })
  })

  test.for([
    { name: 'with a header', text: 'query-id\tcorpus-id\tscore\n1\ta b\t2\n', expected: [['1', 'a b', 2]] },
    {
      name: 'without a header',
      text: '1\ta\t1\n2\tb\t0\n',
      expected: [
        ['1', 'a', 1],
        ['2', 'b', 0],
      ],
    },
    {
      name: 'of TREC',
      text: '1 0 doc1 1\n2\t0\tdoc2\t-1\r\n',
      expected: [
        ['1', 'doc1', 1],
        ['2', 'doc2', -1],
      ],
    },
  ])('judgements $name', async ({ text, expected }) => {
    const found = await all(parseQrels(textLines(text)))
    expect(found.map(({ query, document, score }) => [query, document, score])).toEqual(expected)
  })

  test.for(['1\ta', '1\ta\tgood', '1\ta\t', '1 2 3 4 5'])('%j is no judgement', async (text) => {
    await expect(all(parseQrels(textLines(text)))).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test.skipIf(!hasShared)(orSkipped('SciFact is read whole'), async () => {
    const file = (name: string) => linesOf(createReadStream(sharedPath('data', 'scifact', name)))
    const fail = (line: number, reason: string) => expect.fail(`line ${line}: ${reason}`)
    expect(await all(parseBeirCorpus(file('corpus.jsonl'), fail))).toHaveLength(5183)
    const queries = new Set((await all(parseBeirQueries(file('queries.jsonl')))).map(({ id }) => id))
    const judgements = await all(parseQrels(file('qrels.tsv')))
    expect(judgements.filter(({ query }) => !queries.has(query))).toEqual([])
    expect(new Set(judgements.map(({ query }) => query)).size).toBe(809)
  })
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
