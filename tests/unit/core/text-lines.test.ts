import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineOptions, linesOf, MAX_LINE_CHARACTERS } from '../../../core/text-lines.ts'

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** `[number, text]` of each line. */
async function read(text: string, options: LineOptions = {}, size = 3): Promise<[number, string][]> {
  const lines: [number, string][] = []
  for await (const { number, text: line } of linesOf(chunked(Buffer.from(text), size), options))
    lines.push([number, line])
  return lines
}

describe('the lines of a text', () => {
  const cases = [
    {
      name: 'with an end',
      text: 'one\ntwo\n',
      lines: [
        [1, 'one'],
        [2, 'two'],
      ],
    },
    {
      name: 'without an end',
      text: 'one\ntwo',
      lines: [
        [1, 'one'],
        [2, 'two'],
      ],
    },
    {
      name: 'of Windows',
      text: 'one\r\ntwo\r\n',
      lines: [
        [1, 'one'],
        [2, 'two'],
      ],
    },
    {
      name: 'with blank ones between',
      text: '\none\n \n\ntwo\n',
      lines: [
        [2, 'one'],
        [5, 'two'],
      ],
    },
    { name: 'with the separators of Unicode', text: 'a\u2028b\n', lines: [[1, 'a\u2028b']] },
    { name: 'behind a byte order mark', text: '\ufeffone\n', lines: [[1, 'one']] },
    { name: 'with spaces', text: ' one \n', lines: [[1, ' one ']] },
    {
      name: 'of several bytes a letter',
      text: 'größe\n水\n',
      lines: [
        [1, 'größe'],
        [2, '水'],
      ],
    },
    { name: 'of nothing', text: '', lines: [] },
    { name: 'of blanks', text: ' \n\t', lines: [] },
  ]
  it.each(cases)('are read $name', async ({ text, lines }) => {
    expect(await read(text)).toEqual(lines)
  })

  it('are the same however the bytes come', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ö', ' ', '\n', '\r\n', '水') })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
        const expected = whole.split('\n').flatMap((line, i, all): [number, string][] => {
          const plain = i === all.length - 1 ? line : line.replace(/\r$/, '')
          return plain.trim() === '' ? [] : [[i + 1, plain]]
        })
        expect(await read(whole, {}, size)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('keep what is no UTF-8 as a mark', async () => {
    const lines = []
    for await (const { text } of linesOf(chunked(Uint8Array.from([0x61, 0xff, 0x0a, 0x62, 0xc3]), 2)))
      lines.push(text)
    expect(lines).toEqual(['a\ufffd', 'b\ufffd'])
  })

  it('may be as long as is allowed, in one piece and in several', async () => {
    for (const size of [2, 100])
      expect(await read('12345\n54321\n', { maxCharacters: 5 }, size)).toEqual([
        [1, '12345'],
        [2, '54321'],
      ])
  })

  it('may have 16 million characters where nothing else is said', () => {
    expect(MAX_LINE_CHARACTERS).toBe(2 ** 24)
  })

  it('that are longer are passed over, each told of once', async () => {
    for (const size of [2, 100]) {
      const passed: number[] = []
      const options = { maxCharacters: 5, onTooLong: (number: number) => passed.push(number) }
      expect(await read('a\n1234567890\nb\n123456\n123456', options, size)).toEqual([
        [1, 'a'],
        [3, 'b'],
      ])
      expect(passed).toEqual([2, 4, 5])
    }
  })

  it('that are longer end the reading where nobody is told of them', async () => {
    await expect(read('a\n123456', { maxCharacters: 5, name: 'it.jsonl' })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      facts: { file: 'it.jsonl', line: 2, reason: 'too_large' },
    })
    await expect(read('123456', { maxCharacters: 5 })).rejects.toThrow(/Line 1 of the text .* 0 million/)
    await expect(read('123456', { maxCharacters: 3 * 1024 * 1024 })).resolves.toHaveLength(1)
  })
})
