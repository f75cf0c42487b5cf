import { createReadStream } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../../../core/index.ts'
import { parseBeirCorpus, parsePublishedUnits } from '../../../../ingest/formats/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../../fixtures/shared.ts'

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
  test('documents come in their order; lines that hold none are reported by number', async () => {
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

  test.skipIf(!hasShared)(orSkipped('the documents of SciFact are read whole'), async () => {
    const file = (name: string) => linesOf(createReadStream(sharedPath('data', 'scifact', name)))
    const fail = (line: number, reason: string) => expect.fail(`line ${line}: ${reason}`)
    expect(await all(parseBeirCorpus(file('corpus.jsonl'), fail))).toHaveLength(5183)
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
