import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonIn, type LenientValue, objectWith, readLenientJson } from '../../../core/index.ts'
import { readEntities } from '../../../graph/openie/read-answer.ts'
import { parseClaims } from '../../../ingest/summarise/claims-json.ts'
import { structured } from '../../../models/index.ts'
import { chatPlaying, saying } from '../../fakes/playing-chat.ts'

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
  // Models write no keys that make prototypes.
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
  })

  it.each([
    {
      name: 'Python',
      text: "{'a': ('b', \"O'Neil\", None, True)}",
      value: "record(a=list(b,O'Neil,~None,~True))",
    },
    { name: 'commas too many', text: '[,"a",,"b",]', value: 'list(a,b)' },
    { name: 'commas missing at line ends', text: '["a"\n"b"\n["c"]]', value: 'list(a,b,list(c))' },
    { name: 'another closer', text: '{"a": ["b", "c"}', value: 'record(a=list(b,c))' },
    { name: 'keys without quotation marks', text: '{a: "b", c: 1}', value: 'record(a=b,c=~1)' },
    { name: 'spaces around what has none', text: '{a : 1 , b : null }', value: 'record(a=~1,b=~null)' },
    { name: 'a missing value', text: '{"a": , "b": "c"}', value: 'record(a=~null,b=c)' },
    { name: 'a set', text: '{"a", "b"}', value: 'record(=a,=b)' },
    { name: 'unknown escapes', text: '["\\alpha \\u00e9 \\uzz"]', value: 'list(\\alpha é \\uzz)' },
    {
      name: 'names of LaTeX among line breaks and tabs',
      text: String.raw`["\beta_1 \text{x}\right) \to\rho", "a\tcell\r\nof \bold \fractal \torus"]`,
      value: 'list(\\beta_1 \\text{x}\\right) \\to\\rho,a\tcell\r\nof \bold \fractal \torus)',
    },
    { name: 'an address', text: '["a", https://b.org/c]', value: 'list(a,~https,~:,~/,~/b.org/c)' },
    { name: 'a list cut off in a text', text: '["a", "b c', value: 'list(a,b c…)…' },
    { name: 'a list cut off after a comma', text: '["a",', value: 'list(a)…' },
    { name: 'a list cut off in a comment', text: '["a" /* b]', value: 'list(a)…' },
    { name: 'an object cut off after a key', text: '{"a":', value: 'record()…' },
  ])('is understood with $name', ({ text, value }) => {
    expect(spelled(readLenientJson(text).value)).toBe(value)
  })

  it.each([
    { name: 'lists', open: '[', close: ']' },
    { name: 'values of objects', open: '{"a":', close: '}' },
    { name: 'keys of objects', open: '{', close: '}' },
  ])('is whole as deep as 32 $name within each other, and cut off where it is deeper', ({ open, close }) => {
    const isWhole = (depth: number) =>
      readLenientJson(`${open.repeat(depth)}1${close.repeat(depth)}`).value.isWhole
    expect([isWhole(32), isWhole(33)]).toEqual([true, false])
  })

  it('is cut off at the list that is too deep', () => {
    let { value } = readLenientJson(`${'['.repeat(33)}1${']'.repeat(33)}`)
    for (let depth = 1; depth < 33; depth++) value = value.kind === 'list' ? value.items[0]! : value
    expect(value).toEqual({ kind: 'list', items: [], isWhole: false })
  })

  it('does not exhaust stack or time with brackets without end', () => {
    for (const bracket of ['[', '{', '{"a":', '("'])
      expect(readLenientJson(bracket.repeat(200_000)).value.isWhole).toBe(false)
  })
})

describe('JSON in an answer', () => {
  const object = '{"a": 1}'
  it.each([
    { name: 'alone', text: object, found: [{ a: 1 }] },
    { name: 'in a fence', text: `\`\`\`json\n${object}\n\`\`\``, found: [{ a: 1 }] },
    {
      name: 'after prose with braces',
      text: `The {set} \\frac{1}{2} {a, b}: ${object} {`,
      found: [{ a: 1 }],
    },
    { name: 'after a brace that never closes', text: `Let { be: ${object}`, found: [{ a: 1 }] },
    { name: 'several times', text: `${object} or {"a": 2}`, found: [{ a: 1 }, { a: 2 }] },
    { name: 'not where words are in the place of data', text: '{"a": [float, float]}', found: [] },
    { name: 'not where it is cut off', text: '{"a": [1, 2], "b": "c', found: [] },
    { name: 'with numbers as people write them', text: '{"a": .5, "b": +1.}', found: [{ a: 0.5, b: 1 }] },
  ])('is found $name', ({ text, found }) => {
    expect(jsonIn(text, '{')).toEqual(found)
  })

  it('is given up after some megabytes of openings that begin nothing', () => {
    const behind = (openings: number) => `${'{'.repeat(openings)}${' '.repeat(1_000_000)}${object}`
    expect(jsonIn(behind(3), '{')).toEqual([{ a: 1 }])
    expect(jsonIn(behind(6), '{')).toEqual([])
  })

  it('is the last object with the key that was asked for, also inside another', () => {
    expect(objectWith('{"k": 0} {"x": [{"k": 1}]} {"y": 2}', 'k')).toEqual({ k: 1 })
  })
})

const READERS = {
  'claims of a paper': async (answer: string) => parseClaims(answer.replaceAll('KEY', 'claims')).claims,
  'entities of a unit': async (answer: string) =>
    readEntities(answer.replaceAll('KEY', 'named_entities')).items,
  "a grader's items": async (answer: string) =>
    objectWith(answer.replaceAll('KEY', 'items'), 'items')?.['items'],
  'an answer with a schema': async (answer: string) => {
    const Form = z.strictObject({ items: z.array(z.string()) })
    const signal = new AbortController().signal
    const request = { messages: [], temperature: 0, maxTokens: 9 }
    const chat = chatPlaying(saying(answer.replaceAll('KEY', 'items')))
    return (await structured(chat, request, Form, { signal, modes: new Map() })).value.items
  },
}

describe.each(Object.entries(READERS))('the reader of %s', (_, read) => {
  it.each([
    { name: 'nothing', answer: '{"KEY": ["A", "B"]}' },
    { name: 'a fence', answer: '```json\n{"KEY": ["A", "B"]}\n```' },
    { name: 'prose around it', answer: 'Sure: {"KEY": ["A", "B"]} Is that {fine}?' },
    { name: 'an empty format before it', answer: '{"KEY": [string, ...]}\n{"KEY": ["A", "B"]}' },
    { name: 'commas too many', answer: '{"KEY": ["A",, "B",],}' },
    { name: 'a missing comma', answer: '{"KEY": ["A"\n"B"]}' },
    { name: 'comments', answer: '{ // all\n"KEY": ["A", /* one */ "B" // two\n]}' },
    { name: 'single quotation marks', answer: "{'KEY': ['A', 'B']}" },
    { name: 'a tuple', answer: '{"KEY": ("A", "B")}' },
    { name: 'a key without quotation marks', answer: '{KEY: ["A", "B"]}' },
    { name: 'another closer', answer: '{"KEY": ["A", "B"}' },
    {
      name: 'apostrophes in single quotation marks',
      answer: "{'KEY': ['the dogs' den', 'B']}",
      first: "the dogs' den",
    },
    {
      name: 'quotation marks inside a string',
      answer: '{"KEY": ["the "big" one", "B"]}',
      first: 'the "big" one',
    },
    {
      name: 'LaTeX without escapes',
      answer: String.raw`{"KEY": ["\frac{a}{b} \times \alpha", "B"]}`,
      first: String.raw`\frac{a}{b} \times \alpha`,
    },
    {
      name: 'LaTeX with escapes',
      answer: String.raw`{"KEY": ["\\frac{a}{b} \\times \\alpha", "B"]}`,
      first: String.raw`\frac{a}{b} \times \alpha`,
    },
  ])('forgives $name', async ({ answer, first = 'A' }) => {
    expect(await read(answer)).toEqual([first, 'B'])
  })
})

/** `~` before what has no quotation marks, `…` after what is cut off. */
function spelled(value: LenientValue): string {
  const cut = value.isWhole ? '' : '…'
  if (value.kind === 'list') return `list(${value.items.map(spelled).join(',')})${cut}`
  if (value.kind === 'record')
    return `record(${value.entries.map((entry) => `${entry.key ?? ''}=${spelled(entry.value)}`).join(',')})${cut}`
  return `${value.kind === 'bare' ? '~' : ''}${value.text}${cut}`
}
