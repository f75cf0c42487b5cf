/** Tests files of facts: HippoRAG's OpenIE files and OpenIE as lines of JSON. */
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text as consume } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import {
  type HippoRagDoc,
  hippoRagJsonParts,
  parseHippoRagJson,
  parseOpenIeLines,
} from '../../../graph/formats/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const DOC: HippoRagDoc = {
  passage: 'Radio City is in India.',
  entities: ['Radio City', 'India'],
  triples: [['Radio City', 'is in', 'India']],
}
const written = (docs: readonly HippoRagDoc[]) =>
  consume(Readable.from(hippoRagJsonParts(Readable.from(docs))))
const VALID = await written([DOC])

const anyDoc = fc.record({
  passage: fc.string({ unit: 'binary' }),
  entities: fc.array(fc.string({ unit: 'binary' })),
  triples: fc.array(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 })),
})

function failureOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (isGlossError(error, 'INPUT_INVALID')) return error.message
    throw error
  }
  return 'no failure'
}

describe.skipIf(!hasShared)(orSkipped('published OpenIE files'), () => {
  const published = (...parts: string[]) => readFileSync(sharedPath('data', ...parts), 'utf8')

  it('lines come back in content, triples of other lengths included', () => {
    const text = published('musique-train', 'openie.gpt-3.5-turbo-1106.jsonl')
    const { lines, losses } = parseOpenIeLines(text)
    expect(losses).toEqual({})
    const values = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    const fields = lines.map(({ document, entities, triples }) => ({ _id: document, entities, triples }))
    expect(fields).toEqual(values)
    expect(lines.flatMap(({ triples }) => triples).filter(({ length }) => length !== 3)).toHaveLength(185)
  })
})

describe('an OpenIE file', () => {
  it('has the id that HippoRAG gives a passage', () => {
    expect(VALID).toContain('"idx": "chunk-15199e74e3dc74dd84d879d3acf6734d"')
  })

  it('is read as it was written, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDoc), async (docs) => {
        const text = await written(docs)
        expect(parseHippoRagJson(text)).toEqual({ docs, losses: {} })
        expect(/^[\0-\x7f]*$/.test(text)).toBe(true)
      }),
    )
  })

  it.each([
    { name: 'no entity', entities: [], chars: '0', words: '0' },
    {
      name: 'characters, not UTF-16 units',
      entities: ['😀😀', 'a\u2003b\u001cc'],
      chars: '3.5',
      words: '2.0',
    },
    {
      name: 'halves, to the even digit',
      entities: ['ab', ...Array(31).fill('a')],
      chars: '1.0312',
      words: '1.0',
    },
    { name: 'words within spaces', entities: ['  a b\t'], chars: '6.0', words: '2.0' },
  ])('has the averages of Python: $name', async ({ entities, chars, words }) => {
    const text = await written([{ ...DOC, entities }])
    expect(text).toContain(`], "avg_ent_chars": ${chars}, "avg_ent_words": ${words}}`)
  })

  it('of version 1, with numbered docs and without lists, is read; another id is counted', () => {
    const docs = [
      { idx: 7, passage: 'a' },
      { idx: 'chunk-0', passage: 'b', extracted_entities: 'none' },
    ]
    expect(parseHippoRagJson(JSON.stringify({ docs }))).toEqual({
      docs: [
        { passage: 'a', entities: [], triples: [] },
        { passage: 'b', entities: [], triples: [] },
      ],
      losses: { other_idx: 1, entities_not_list: 1 },
    })
  })

  it('keeps text, numbers and truths, and loses the rest with its reason', () => {
    const doc = {
      passage: 'p',
      extracted_entities: ['a', null, 7, { name: 'b' }, false],
      extracted_triples: [['a', 'b', 3], ['a', null, 'c'], 'a b c', ['a', 'b'], []],
    }
    expect(parseHippoRagJson(JSON.stringify({ docs: [doc, null, { passage: 3 }] }))).toEqual({
      docs: [{ passage: 'p', entities: ['a', '7', 'false'], triples: [['a', 'b', '3'], ['a', 'b'], []] }],
      losses: {
        entity_not_text: 2,
        mended_number: 3,
        triple_part_not_text: 1,
        triple_not_list: 1,
        doc_without_passage: 2,
      },
    })
  })

  it.each([
    { name: 'empty', text: ' \n', says: 'is empty' },
    { name: 'no JSON', text: '<graphml/>', says: 'is not JSON' },
    { name: 'a comma too many', text: '[1,]', says: 'is not JSON' },
    { name: 'a value behind the end', text: '[1] 2', says: 'is not JSON' },
    { name: 'a mark of byte order alone', text: '\ufeff\n', says: 'is empty' },
    { name: 'an array', text: '["a"]', says: 'must be an object with docs' },
    { name: 'of another version', text: '{"version": 3, "units": []}', says: 'version 3' },
    { name: 'without docs', text: '{"docs": {}}', says: 'no list of docs' },
    { name: 'a number', text: '7', says: 'no list of docs' },
    {
      name: 'with no doc that can be read',
      text: '{"docs": [1, {}]}',
      says: 'None of the 2 docs of the openie file has a passage; the form is {"docs": [',
    },
    { name: 'nested without end', text: '['.repeat(1_000_000), says: 'cut off' },
  ])('is refused with a sentence that helps: $name', ({ text, says }) => {
    expect(failureOf(() => parseHippoRagJson(text))).toContain(says)
  })

  it('is known as cut off at every character', () => {
    for (let at = 1; at < VALID.length; at++)
      expect(failureOf(() => parseHippoRagJson(VALID.slice(0, at)))).toContain('was cut off')
  })
})

const LINE = '{"_id": "d1", "entities": ["Lupeol", 7], "triples": [["Lupeol", "is", "old"], ["Lupeol"]]}'

describe('lines of OpenIE', () => {
  it.each([
    { name: 'no id', line: '{"entities": [], "triples": []}' },
    { name: 'a number for an id', line: '{"_id": 2, "entities": [], "triples": []}' },
    { name: 'an object for triples', line: '{"_id": "2", "entities": [], "triples": {}}' },
    { name: 'null', line: 'null' },
  ])('are refused by their number: $name', ({ line }) => {
    expect(failureOf(() => parseOpenIeLines(`${LINE}\n\n${line}\n${LINE}`))).toBe(
      'Line 3 of the OpenIE lines must be {"_id": "...", "entities": [...], "triples": [[...]]}.',
    )
  })

  it('are refused where one is cut off, and where there are none', () => {
    expect(failureOf(() => parseOpenIeLines(`${LINE}\n{"_id": "2", "ent`))).toContain(
      'Line 2 of the OpenIE lines ends',
    )
    expect(failureOf(() => parseOpenIeLines(' \n\n'))).toBe(
      'The file of OpenIE lines is empty; give one with content.',
    )
  })
})
