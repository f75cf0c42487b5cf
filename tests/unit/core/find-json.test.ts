/** JSON among prose: what is found, in which order, and what is no data. */
import { describe, expect, it } from 'vitest'
import { isRecord, jsonIn, objectWith } from '../../../core/find-json.ts'

describe('JSON in a text', () => {
  const found = [
    { name: 'one object', text: 'So: {"a": 1}.', values: [{ a: 1 }] },
    {
      name: 'several, in order',
      text: '{"a": 1} then {"b": 2}{"c": 3}',
      values: [{ a: 1 }, { b: 2 }, { c: 3 }],
    },
    { name: 'none inside another', text: '{"a": {"b": 2}}', values: [{ a: { b: 2 } }] },
    { name: 'one behind an opening that begins none', text: 'f{x} = {"a": 1}', values: [{ a: 1 }] },
    { name: 'one inside a value that is no data', text: '{"a": float, "b": {"c": 1}}', values: [{ c: 1 }] },
    { name: 'none that is cut off', text: '{"a": 1} {"b": [1, 2', values: [{ a: 1 }] },
    { name: 'nothing', text: 'no JSON', values: [] },
  ]
  it.each(found)('is found: $name', ({ text, values }) => {
    expect(jsonIn(text, '{')).toEqual(values)
  })

  it('is lists where lists are asked for', () => {
    expect(jsonIn('{"a": [1, 2]} [3] [[4], 5]', '[')).toEqual([[1, 2], [3], [[4], 5]])
  })

  const scalars = [
    { text: 'null', value: null },
    { text: 'None', value: null },
    { text: 'true', value: true },
    { text: 'True', value: true },
    { text: 'FALSE', value: false },
    { text: '"5"', value: '5' },
    { text: '5', value: 5 },
    { text: '-0.5', value: -0.5 },
    { text: '+5', value: 5 },
    { text: '.5', value: 0.5 },
    { text: '5.', value: 5 },
    { text: '2e-3', value: 0.002 },
    { text: '2E3', value: 2000 },
  ]
  it.each(scalars)('reads $text', ({ text, value }) => {
    expect(jsonIn(`{"a": ${text}}`, '{')).toEqual([{ a: value }])
    expect(jsonIn(`[${text}]`, '[')).toEqual([[value]])
  })

  it.each(['float', '5 mg', '1.2.3', '--1', 'e5', '.'])('takes %s for no data', (text) => {
    expect(jsonIn(`{"a": ${text}}`, '{')).toEqual([])
    expect(jsonIn(`[${text}, 1]`, '[')).toEqual([])
  })

  it('takes a value without a key for no data', () => {
    expect(jsonIn('{"a": 1, "b"}', '{')).toEqual([])
  })

  it('is looked for behind a hundred openings that begin none', () => {
    const behind = (count: number) => jsonIn(`${'{x} '.repeat(count)}{"a": 1}`, '{')
    expect(behind(99)).toEqual([{ a: 1 }])
    expect(behind(100)).toEqual([])
  })

  it('is read up to four million characters of openings', () => {
    // Each list that is cut off is read to its end.
    const cutOff = (characters: number) => jsonIn(`[[1] ${'x'.repeat(characters)}`, '[')
    expect(cutOff(10)).toEqual([[1]])
    expect(cutOff(4_100_000)).toEqual([])
  })
})

describe('the object with a key', () => {
  const cases = [
    { name: 'itself', text: '{"a": 1}', value: { a: 1 } },
    { name: 'the last of several', text: '{"a": 1} {"a": 2} {"b": 3}', value: { a: 2 } },
    { name: 'one inside another', text: '{"b": {"a": 1}}', value: { a: 1 } },
    { name: 'one inside a list', text: '{"b": [1, null, {"a": 1}]}', value: { a: 1 } },
    { name: 'the first inside another', text: '{"b": {"a": 1}, "c": {"a": 2}}', value: { a: 1 } },
    { name: 'the outer one of two', text: '{"a": {"a": 1}}', value: { a: { a: 1 } } },
    { name: 'one whose value is null', text: '{"a": null}', value: { a: null } },
    { name: 'none', text: '{"b": 1}', value: null },
    { name: 'none that only inherits it', text: '{"b": {}}', key: 'toString', value: null },
  ]
  it.each(cases)('is $name', ({ text, key = 'a', value }) => {
    expect(objectWith(text, key)).toEqual(value)
  })

  it('is a record', () => {
    expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true])
    expect([null, [], 'a', 1, undefined].map(isRecord)).toEqual([false, false, false, false, false])
  })
})
