import { createReadStream } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseBeirQueries, parseQrels } from '../../../comparison/index.ts'
import { linesOf } from '../../../core/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

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
const fail = (line: number) => expect.fail(`line ${line}`)

describe("judged questions in BEIR's files", () => {
  test('a line that holds no query is reported by its number', async () => {
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
    { name: 'blanks around cells apart by tabs', text: ' 1 \t a b \t 2 \n', expected: [['1', 'a b', 2]] },
    { name: 'blanks before and behind', text: '  1 0 doc1 1  \n', expected: [['1', 'doc1', 1]] },
    { name: 'three columns apart by blanks', text: '1 doc1 0.5\n', expected: [['1', 'doc1', 0.5]] },
    { name: 'a header of another spelling', text: 'query_id\tx\ty\n1\ta\t1\n', expected: [['1', 'a', 1]] },
  ])('judgements with $name are read', async ({ text, expected }) => {
    const found = await all(parseQrels(textLines(text), fail))
    expect(found.map(({ query, document, score }) => [query, document, score])).toEqual(expected)
  })

  test.for(['\ta\t1', '1\t\t1', '1\t0\ta\t', '1\ta', '1\ta\tgood', '1\ta\t', '1 2 3 4 5'])(
    '%j is no judgement',
    async (text) => {
      const bad: number[] = []
      expect(await all(parseQrels(textLines(text), (line) => bad.push(line)))).toEqual([])
      expect(bad).toEqual([1])
    },
  )

  test.skipIf(!hasShared)(orSkipped('every judgement of SciFact names one of its queries'), async () => {
    const file = (name: string) => linesOf(createReadStream(sharedPath('data', 'scifact', name)))
    const queries = new Set((await all(parseBeirQueries(file('queries.jsonl'), fail))).map(({ id }) => id))
    const judgements = await all(parseQrels(file('qrels.tsv'), fail))
    expect(judgements.filter(({ query }) => !queries.has(query))).toEqual([])
    expect(new Set(judgements.map(({ query }) => query)).size).toBe(809)
  })
})
