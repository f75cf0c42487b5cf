/** Tests reading a model's text: JSON, however it is written, and the line of the answer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonIn, type LenientValue, lastFinalLine, objectWith, readLenientJson } from '../../../core/index.ts'

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', "'", '\\', ',', '"]', "', '", '[[ ## x ## ]]', '</think>', '// x', '/* x', '\\frac'),
    fc.constantFrom('\bL', 'a\tcell', 'a\r\nb', '\fractal', '\torus', '\\beta'),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(true, false, null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  // Models do not write keys such as `__proto__`.
  record: fc.dictionary(
    fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
    tie('value'),
    { maxKeys: 4 },
  ),
}))

describe('JSON that a model wrote, read leniently,', () => {
  it('is read as JSON.parse reads it where it is valid, indented or not', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson.list, anyJson.record), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readLenientJson(text).end).toBe(text.length)
        expect(jsonIn(text, text.startsWith('[') ? '[' : '{')).toEqual([JSON.parse(text)])
      }),
    )
  })

  it('never makes reading fail or stop, whatever the text', () => {
    const marks = [...'[](){}"\'\\:,\n/*'].concat('null', '1', '\\u12', 'a', '//', '/*', '*/')
    const piece = fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(piece), (parts) => {
        const text = parts.join('')
        const { end } = readLenientJson(text)
        expect(end).toBeLessThanOrEqual(text.length)
        if (text.trim() !== '') expect(end).toBeGreaterThan(0)
      }),
    )
    for (const bracket of ['[', '{', '{"a":', '("'])
      expect(readLenientJson(bracket.repeat(200_000)).value.isWhole).toBe(false)
  })

  it.each([
    ['Python', "{'a': ('b', \"O'Neil\", None, True)}", "record(a=list(b,O'Neil,~None,~True))"],
    ['commas too many', '[,"a",,"b",]', 'list(a,b)'],
    ['commas missing at line ends', '["a"\n"b"\n["c"]]', 'list(a,b,list(c))'],
    ['comments', '{ // all\n"a": ["b", /* one */ "c" // two\n]}', 'record(a=list(b,c))'],
    ['another closer', '{"a": ["b", "c"}', 'record(a=list(b,c))'],
    ['keys without quotation marks', '{a : "b", c: 1 , d : null}', 'record(a=b,c=~1,d=~null)'],
    ['quotation marks inside a string', '["the "big" one", "b"]', 'list(the "big" one,b)'],
    ['apostrophes in single quotation marks', "['the dogs' den', 'b']", "list(the dogs' den,b)"],
    ['a missing value', '{"a": , "b": "c"}', 'record(a=~null,b=c)'],
    ['a set', '{"a", "b"}', 'record(=a,=b)'],
    ['unknown escapes', '["\\alpha \\u00e9 \\uzz"]', 'list(\\alpha é \\uzz)'],
    [
      'LaTeX',
      String.raw`["\frac{a}{b} \times", "a\tcell\r\nof"]`,
      'list(\\frac{a}{b} \\times,a\tcell\r\nof)',
    ],
    ['an address', '["a", https://b.org/c]', 'list(a,~https,~:,~/,~/b.org/c)'],
    ['a list cut off in a text', '["a", "b c', 'list(a,b c…)…'],
    ['a list cut off in a comment', '["a" /* b]', 'list(a)…'],
    ['an object cut off after a key', '{"a":', 'record()…'],
  ])('is understood with %s', (_, text, value) => {
    expect(spelled(readLenientJson(text).value)).toBe(value)
  })
})

/** Writes a value as text: `~` marks strings without quotation marks, `…` values that were cut off. */
function spelled(value: LenientValue): string {
  const cut = value.isWhole ? '' : '…'
  if (value.kind === 'list') return `list(${value.items.map(spelled).join(',')})${cut}`
  if (value.kind === 'record')
    return `record(${value.entries.map((entry) => `${entry.key ?? ''}=${spelled(entry.value)}`).join(',')})${cut}`
  return `${value.kind === 'bare' ? '~' : ''}${value.text}${cut}`
}

describe('JSON in an answer', () => {
  it.each([
    ['in a fence', '```json\n{"a": 1}\n```', [{ a: 1 }]],
    ['several times', '{"a": 1} then {"b": 2}{"c": 3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['after prose with braces', 'The {set} \\frac{1}{2} {a, b}: {"a": 1} {', [{ a: 1 }]],
    ['after a brace that never closes', 'Let { be: {"a": 1}', [{ a: 1 }]],
    ['inside a value that is no data', '{"a": float, "b": {"c": 1}}', [{ c: 1 }]],
    ['not where words stand for data', '{"a": [float, float]}', []],
    ['not where it is cut off', '{"a": 1} {"b": [1, 2', [{ a: 1 }]],
    ['not where a value has no key', '{"a": 1, "b"}', []],
    ['with the words of Python', '{"a": None, "b": True, "c": FALSE}', [{ a: null, b: true, c: false }]],
    ['with numbers as people write them', '{"a": .5, "b": +1., "c": 2E-3}', [{ a: 0.5, b: 1, c: 0.002 }]],
    ['not with other numbers', '{"a": 5 mg} {"a": 1.2.3} {"a": --1} {"a": e5} {"a": .}', []],
    ['not at all', 'no JSON', []],
  ])('is found %s', (_, text, values) => {
    expect(jsonIn(text, '{')).toEqual(values)
  })

  it('is given up after some megabytes of openings that begin nothing', () => {
    const behind = (openings: number) => `${'{'.repeat(openings)}${' '.repeat(1_000_000)}{"a": 1}`
    expect(jsonIn(behind(3), '{')).toEqual([{ a: 1 }])
    expect(jsonIn(behind(6), '{')).toEqual([])
  })

  it.each([
    ['the last of several', '{"a": 1} {"a": 2} {"b": 3}', 'a', { a: 2 }],
    ['one inside a list', '{"b": [1, null, {"a": 1}]}', 'a', { a: 1 }],
    ['the outer one of two', '{"a": {"a": 1}}', 'a', { a: { a: 1 } }],
    ['none that only inherits it', '{"b": {}}', 'toString', null],
  ])('with a key is %s', (_, text, key, value) => {
    expect(objectWith(text, key)).toEqual(value)
  })
})

describe('the final line', () => {
  it.each([
    ['Final Answer: 5', '5'],
    ['## **Final Answer:** 5', '5'],
    ['final   ANSWER 5', '5'],
    ['> Final answer → 5', '5'],
    ['Final Answer：5', '5'],
    ['Final Answer: -.5', '-.5'],
    ['Final Answer: $x$ ', '$x$ '],
    ['Final Answer:', ''],
    ['Final Answer: 1\nNo.\n  Final Answer: 2', '2'],
  ])('of "%s" says "%s"', (text, rest) => {
    expect(lastFinalLine(`${text}\nThat is\nit.`)).toEqual({ rest, after: '\nThat is\nit.' })
  })

  it.each([
    'The final answer is 5',
    '1. Final Answer: 5',
    'Final Answers: 5',
    'final answer5',
    '\\textbf{Final Answer: 5}',
    '',
  ])('is not found in "%s"', (text) => {
    expect(lastFinalLine(text)).toBeNull()
  })
})
