import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LenientValue, lenientValueAt } from '../../../../graph/openie/lenient-json.ts'

/** What JSON would have made of it. */
function plain(value: LenientValue): unknown {
  if (value.kind === 'text') return value.text
  if (value.kind === 'bare') return JSON.parse(value.text) as unknown
  if (value.kind === 'list') return value.items.map(plain)
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]))
}

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', "'", '\\', ',', '"]', "', '", '[[ ## x ## ]]', '</think>'),
    fc.integer(),
    fc.constantFrom(true, false, null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  // Keys that make prototypes are no answer's.
  record: fc.dictionary(
    fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
    tie('value'),
    { maxKeys: 4 },
  ),
}))
const container = fc.oneof(anyJson.list, anyJson.record)

describe('lenient JSON', () => {
  it('reads valid JSON as JSON does, indented or not', () => {
    fc.assert(
      fc.property(container, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = lenientValueAt(text, 0)
        expect(plain(read.value)).toEqual(JSON.parse(text))
        expect(read.value.isWhole).toBe(true)
        expect(read.end).toBe(text.length)
      }),
    )
  })

  it('never throws, and always gets on, whatever the text', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      '"',
      "'",
      '\\',
      ':',
      ',',
      '\n',
      'null',
      '1',
      '\\u12',
      'a',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))), (parts) => {
        const text = parts.join('')
        const { end } = lenientValueAt(text, 0)
        expect(end).toBeLessThanOrEqual(text.length)
        if (text.trim() !== '') expect(end).toBeGreaterThan(0)
      }),
    )
  })

  it.each([
    {
      name: 'Python',
      text: "{'a': ('b', \"O'Neil\", None, True)}",
      value: "record(a=list(b,O'Neil,~None,~True))",
    },
    { name: 'apostrophes', text: "['O'Neil', 'the dogs' den', 'x']", value: "list(O'Neil,the dogs' den,x)" },
    { name: 'inner quotation marks', text: '["the "big" one", "b"]', value: 'list(the "big" one,b)' },
    { name: 'commas too many', text: '[,"a",,"b",]', value: 'list(a,b)' },
    { name: 'commas missing at line ends', text: '["a"\n"b"\n["c"]]', value: 'list(a,b,list(c))' },
    { name: 'another closer', text: '{"a": ["b", "c"}', value: 'record(a=list(b,c))' },
    { name: 'keys without quotation marks', text: '{a: "b", c: 1}', value: 'record(a=b,c=~1)' },
    { name: 'a missing value', text: '{"a": , "b": "c"}', value: 'record(a=~null,b=c)' },
    { name: 'a set', text: '{"a", "b"}', value: 'record(=a,=b)' },
    { name: 'unknown escapes', text: '["\\alpha \\u00e9 \\uzz"]', value: 'list(\\alpha é \\uzz)' },
  ])('reads what models write: $name', ({ text, value }) => {
    expect(spelled(lenientValueAt(text, 0).value)).toBe(value)
  })

  it('does not run out of stack or time on brackets without end', () => {
    for (const bracket of ['[', '{', '{"a":', '("'])
      expect(lenientValueAt(bracket.repeat(200_000), 0).value.isWhole).toBe(false)
  })
})

function spelled(value: LenientValue): string {
  if (value.kind === 'text') return value.text
  if (value.kind === 'bare') return `~${value.text}`
  if (value.kind === 'list') return `list(${value.items.map(spelled).join(',')})`
  return `record(${value.entries.map((entry) => `${entry.key}=${spelled(entry.value)}`).join(',')})`
}
