/** JSON that a user hands over, and how JSON is spelled for others. */
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../../core/index.ts'
import { addedLosses, createLosses, pythonJson } from '../../../../graph/formats/index.ts'
import { inputJson, MAX_INPUT_CHARACTERS } from '../../../../graph/formats/input-json.ts'
import { readRawItems } from '../../../../graph/formats/raw-items.ts'

function failureOf(text: string, maxCharacters?: number): string {
  try {
    inputJson(text, 'The file', maxCharacters)
  } catch (error) {
    if (isGlossError(error, 'INPUT_INVALID')) return error.message
    throw error
  }
  return 'no failure'
}

describe('JSON of a user', () => {
  it('is read as it is, a mark of byte order in front of it or not', () => {
    expect(inputJson('\ufeff {"a": [1]} ', 'The file')).toEqual({ a: [1] })
    expect(inputJson('null', 'The file')).toBeNull()
  })

  it('may be as long as is allowed, and no character longer', () => {
    expect(inputJson('[1, 2]', 'The file', 6)).toEqual([1, 2])
    expect(failureOf('[1, 2]', 5)).toBe(
      'The file has 6 characters and at most 5 are read at once; split its docs over several files and import one after the other.',
    )
    // Some way below the longest string of V8, which is 2^29 - 24.
    expect(MAX_INPUT_CHARACTERS).toBe(200_000_000)
  })

  it.each([
    { name: 'nothing', text: '', says: 'The file is empty; give one with content.' },
    { name: 'a mark alone', text: '\ufeff\n', says: 'The file is empty; give one with content.' },
    { name: 'a text without an end', text: '{"a": "b', says: 'was cut off' },
    { name: 'a list without an end', text: '[1, 2', says: 'was cut off' },
    { name: 'a list without an end behind a mark', text: '\ufeff[1, 2', says: 'was cut off' },
    { name: 'a value behind the end', text: '[1] 2', says: 'The file is not JSON' },
    { name: 'a comma too many', text: '[1,]', says: 'The file is not JSON' },
    { name: 'a name without quotation marks', text: '{a: 1}', says: 'The file is not JSON' },
  ])('is refused with what is wrong with it: $name', ({ text, says }) => {
    expect(failureOf(text)).toContain(says)
  })
})

describe('JSON as Python writes it', () => {
  it.each([
    { name: 'a text with a quotation mark and a line', value: 'a"b\n', is: String.raw`"a\"b\n"` },
    { name: 'letters outside of ASCII', value: 'é\u0080😀', is: String.raw`"\u00e9\u0080\ud83d\ude00"` },
    { name: 'the last letter of ASCII', value: 'a\u007f~', is: '"a\u007f~"' },
    { name: 'lists within lists', value: [['a'], [], 'b'], is: '[["a"], [], "b"]' },
    { name: 'names and values', value: { ü: 'a', b: ['c'] }, is: String.raw`{"\u00fc": "a", "b": ["c"]}` },
    { name: 'nothing in it', value: {}, is: '{}' },
  ])('has $name', ({ value, is }) => {
    expect(pythonJson(value)).toBe(is)
  })
})

describe('losses', () => {
  it('are counted by reason, as often as they are said to be', () => {
    const losses = createLosses()
    expect(losses.lose('cut')).toBeNull()
    losses.count('cut')
    losses.count('empty', 3)
    losses.count('never', 0)
    expect(losses.counts()).toEqual({ cut: 2, empty: 3 })
  })

  it('of several are added up', () => {
    expect(addedLosses({ cut: 1 }, {}, { cut: 2, empty: 4 }, { none: 0 })).toEqual({ cut: 3, empty: 4 })
    expect(addedLosses()).toEqual({})
  })
})

describe('entities and triples of another program', () => {
  it('are kept where they are text, a number or a truth, and lost by their reason elsewhere', () => {
    const losses = createLosses()
    const entities = ['a', '', 0, false, null, ['b'], { c: 'd' }]
    const triples = [['a', 1, true], ['a'], [], ['a', null, 'b'], 'a is b', null, { s: 'a' }]
    expect(readRawItems(entities, triples, losses)).toEqual({
      entities: ['a', '', '0', 'false'],
      triples: [['a', '1', 'true'], ['a'], []],
    })
    expect(losses.counts()).toEqual({
      mended_number: 4,
      entity_not_text: 3,
      triple_part_not_text: 1,
      triple_not_list: 3,
    })
  })
})
