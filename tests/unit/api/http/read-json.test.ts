/** Tests that a large body is parsed as by `JSON.parse`, however it is cut, and in pieces that let other work run in between. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInTurns, readJson } from '../../../../api/http/read-json.ts'
import { turnsWhile } from '../../../fixtures/turns.ts'

const LIMITS = { levels: 100, parts: 100_000 }

const read = (text: string, limits: Partial<typeof LIMITS> = {}) =>
  readInTurns(Buffer.from(text), { ...LIMITS, ...limits })

async function expectSame(text: string): Promise<void> {
  const outcome = async (parse: () => unknown) => {
    try {
      return { value: await parse() }
    } catch (error) {
      return { failure: (error as Error).name }
    }
  }
  // Lone surrogates do not survive UTF-8.
  const sent = Buffer.from(text).toString()
  expect(await outcome(() => read(sent))).toEqual(await outcome(() => JSON.parse(sent)))
}

describe('JSON in turns', () => {
  it('is what JSON.parse gives', async () => {
    const blanks = fc.constantFrom('', '  ', '\n')
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), blanks, (json, blank) => expectSame(blank + json + blank)),
    )
    await fc.assert(fc.asyncProperty(fc.jsonValue(), (value) => expectSame(JSON.stringify(value, null, 2))))
  })

  it('refuses what JSON.parse refuses', async () => {
    const pieces = '{|}|[|]|,|:|"a"|"|1|-|01|1e5|true|nul| |\\|\u00a0'.split('|')
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''))
    await fc.assert(fc.asyncProperty(text, expectSame), { numRuns: 5_000 })
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...pieces), (json, at, piece) => {
        const cut = at % (json.length + 1)
        return expectSame(json.slice(0, cut) + piece + json.slice(cut))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps names that objects have from elsewhere', async () => {
    const value = await read('{"__proto__": {"isAdmin": true}, "constructor": 1, "a": 1, "a": 2}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'a'])
    expect(value).toEqual(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1, "a": 2}'))
    expect((value as { isAdmin?: true }).isAdmin).toBeUndefined()
  })

  it.each(['x', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', 'é😀', '\\n\\u0041', '\\\\\\\\u'])(
    'is the same for a long text of %s, wherever it begins',
    async (unit) => {
      const body = unit.repeat(Math.ceil(200_000 / unit.length))
      for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
        const json = `{"${before}": ["${before}${body}", 1]}`
        expect(await readJson(Buffer.from(json))).toEqual(JSON.parse(json))
      }
    },
  )

  it.each([
    { name: 'an open text', json: `["${'a'.repeat(300_000)}` },
    { name: 'an open text that ends with an escape', json: `["${'a'.repeat(300_000)}\\` },
    { name: 'a bare line feed late in a text', json: `["${'a'.repeat(300_000)}\n"]` },
    { name: 'half an escape late in a text', json: `["${'a'.repeat(300_000)}\\u00"]` },
    { name: 'blanks alone', json: ' '.repeat(300_000) },
    { name: 'a second value', json: `["${'a'.repeat(300_000)}"] []` },
  ])('refuses $name', async ({ json }) => {
    await expect(readJson(Buffer.from(json))).rejects.toThrow(SyntaxError)
  })

  it.each([1, 300_000])('refuses what is no UTF-8, behind %i characters', async (length) => {
    const body = Buffer.concat([
      Buffer.from(`["${'a'.repeat(length)}`),
      Buffer.from([0xff]),
      Buffer.from('"]'),
    ])
    await expect(readJson(body)).rejects.toThrow(TypeError)
    const cut = Buffer.concat([Buffer.from(`["${'a'.repeat(length)}"]`), Buffer.from([0xc3])])
    await expect(readJson(cut)).rejects.toThrow(TypeError)
  })

  it('lets others have their turn', async () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => [at, { at }])))
    expect(await turnsWhile(() => readJson(body))).toBeGreaterThan(0)
  })

  it('refuses more levels than are allowed', async () => {
    expect(await read('[[[]]]', { levels: 3 })).toEqual([[[]]])
    await expect(read('[[[[]]]]', { levels: 3 })).rejects.toThrow(new RangeError('more than 3 levels'))
    expect(await read('[[], [[]], []]', { levels: 3 })).toEqual([[], [[]], []])
  })

  it('refuses more lists, objects and names of fields than are allowed', async () => {
    for (const json of ['[[], [], "[{:", 7]', '[{"a": 8}]', '{"a": 1, "b": 2}'])
      expect(await read(json, { parts: 3 })).toEqual(JSON.parse(json))
    for (const json of ['[[], [], []]', '[{"a": []}]', '{"a": 1, "b": 2, "c": 3}'])
      await expect(read(json, { parts: 3 })).rejects.toThrow(RangeError)
  })

  it.each([400, 300_000])('names the limit to who sent %i characters', async (blanks) => {
    const deep = `${'['.repeat(501)}${']'.repeat(501)}`
    await expect(readJson(Buffer.from(deep + ' '.repeat(blanks)))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: 'The body has more than 500 levels.',
    })
    const allowed = `${'['.repeat(500)}${']'.repeat(500)}`
    expect(await readJson(Buffer.from(allowed + ' '.repeat(blanks)))).toEqual(JSON.parse(allowed))
  })
})
