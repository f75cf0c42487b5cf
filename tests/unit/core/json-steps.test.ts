/** JSON in steps is what `JSON.parse` makes of it, wherever a long text is cut. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSteps } from '../../../core/index.ts'

const LIMITS = { levels: 100, parts: 100_000 }

function read(text: string, limits: Partial<typeof LIMITS> = {}): { value: unknown; steps: number } {
  const running = jsonSteps(text, { ...LIMITS, ...limits })
  for (let steps = 1; ; steps++) {
    const step = running.next()
    if (step.done === true) return { value: step.value, steps }
  }
}

const outcome = (parse: () => unknown) => {
  try {
    return { value: parse() }
  } catch (error) {
    return { failure: (error as Error).name }
  }
}

function expectSame(text: string): void {
  expect(outcome(() => read(text).value)).toEqual(outcome(() => JSON.parse(text)))
}

describe('JSON in steps', () => {
  it('is what JSON.parse gives', () => {
    const blanks = fc.constantFrom('', '  ', '\n')
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), blanks, (json, blank) => expectSame(blank + json + blank)),
    )
    fc.assert(fc.property(fc.jsonValue(), (value) => expectSame(JSON.stringify(value, null, 2))))
  })

  it('refuses what JSON.parse refuses', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      '1e5',
      'true',
      'nul',
      ' ',
      '\\',
      '\u00a0',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, expectSame), { numRuns: 5_000 })
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...pieces), (json, at, piece) => {
        const cut = at % (json.length + 1)
        expectSame(json.slice(0, cut) + piece + json.slice(cut))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps names that objects have from elsewhere', () => {
    const { value } = read('{"__proto__": {"isAdmin": true}, "constructor": 1, "a": 1, "a": 2}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'a'])
    expect(value).toEqual(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1, "a": 2}'))
    expect((value as { isAdmin?: true }).isAdmin).toBeUndefined()
  })

  it.each(['x', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', 'é😀', '\\n\\u0041', '\\\\\\\\u'])(
    'reads a long text of %s in several steps, wherever it begins',
    (unit) => {
      const body = unit.repeat(Math.ceil(400_000 / unit.length))
      for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
        const json = `{"${before}": ["${before}${body}", 1]}`
        const { value, steps } = read(json)
        expect(value).toEqual(JSON.parse(json))
        expect(steps).toBeGreaterThan(3)
      }
    },
  )

  it.each([
    { name: 'an open text', json: `["${'a'.repeat(300_000)}` },
    { name: 'an open text that ends with an escape', json: `["${'a'.repeat(300_000)}\\` },
    { name: 'a bare line feed late in a text', json: `["${'a'.repeat(300_000)}\n"]` },
    { name: 'half an escape late in a text', json: `["${'a'.repeat(300_000)}\\u00"]` },
  ])('refuses $name', ({ json }) => {
    expect(() => read(json)).toThrow(SyntaxError)
  })

  it('reads many small values in many steps', () => {
    const json = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => [at, { at }]))
    const { value, steps } = read(json)
    expect(value).toEqual(JSON.parse(json))
    expect(steps).toBeGreaterThan(100)
  })

  it('refuses more levels than are allowed', () => {
    expect(read('[[[]]]', { levels: 3 }).value).toEqual([[[]]])
    expect(() => read('[[[[]]]]', { levels: 3 })).toThrow(new RangeError('more than 3 levels'))
  })

  it('refuses more lists, objects and names of fields than are allowed', () => {
    for (const json of ['[[], [], "[{:", 7]', '[{"a": 8}]', '{"a": 1, "b": 2}'])
      expect(read(json, { parts: 3 }).value).toEqual(JSON.parse(json))
    for (const json of ['[[], [], []]', '[{"a": []}]', '{"a": 1, "b": 2, "c": 3}'])
      expect(() => read(json, { parts: 3 })).toThrow(RangeError)
  })
})
