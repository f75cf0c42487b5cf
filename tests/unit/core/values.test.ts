/** Tests small values in files and pages: ids, escaped text, addresses, seeded numbers, packed lists. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  csvLine,
  escapeMarkdown,
  escapeMarkup,
  harmlessMarkdown,
  packList,
  sampled,
  shuffle,
  unpackList,
  withoutCredentials,
  xmlCharacters,
} from '../../../core/index.ts'

describe('text in another format', () => {
  it.each([
    [escapeMarkup, '<a b="c">&amp;', '&lt;a b=&quot;c&quot;&gt;&amp;amp;'],
    [escapeMarkup, 'a\n\t𝛼', 'a\n\t𝛼'],
    [escapeMarkup, 'a\ud835\u0000\u001f\ufffe', 'a\ufffd\ufffd\ufffd\ufffd'],
    [xmlCharacters, '<a>\u0001', '<a>\ufffd'],
    [escapeMarkdown, 'a|b\n*c* <i> & [d](e) `f` \\g', 'a\\|b \\*c\\* &lt;i> &amp; \\[d\\](e) \\`f\\` \\\\g'],
    [harmlessMarkdown, '![seen](http://x.example/p.png)', '!\\[seen](http://x.example/p.png)'],
    [harmlessMarkdown, '![a][b]\n\n[b]: http://x.example', '!\\[a][b]\n\n[b]: http://x.example'],
    [harmlessMarkdown, '<img src=x onerror=y></p><!-- x', '&lt;img src=x onerror=y>&lt;/p>&lt;!-- x'],
    [harmlessMarkdown, '- *a* < b\n- 3 <4', '- *a* < b\n- 3 <4'],
    [harmlessMarkdown, '[c](javascript:alert(1))', '[c]\\(javascript:alert(1))'],
    [harmlessMarkdown, '[c]( &#106;avascript:x)', '[c]\\( &#106;avascript:x)'],
    [harmlessMarkdown, '[c][d]\n\n[d]: data:text/html,x', '[c][d]\n\n[d]\\: data:text/html,x'],
    [harmlessMarkdown, '[c](https://x.example/a) [d](a.md)', '[c](https://x.example/a) [d](a.md)'],
    [harmlessMarkdown, 'a\n ```py\nb', 'a\n ```py\nb\n ```'],
    [harmlessMarkdown, '~~~~\nb\n~~~', '~~~~\nb\n~~~\n~~~~'],
    [harmlessMarkdown, '```\nb\n````\nc', '```\nb\n````\nc'],
    [withoutCredentials, 'https://user:key@host.org:80/v1?key=1#key', 'https://host.org:80/v1'],
    [withoutCredentials, 'http://host.org/', 'http://host.org'],
    [withoutCredentials, 'not an address', 'not an address'],
  ])('%o: %s', (written, text, wanted) => {
    expect(written(text)).toBe(wanted)
  })

  it.each([
    ['a,,b c', ['a', '', 'b c'], undefined],
    ['"a,b",c', ['a,b', 'c'], undefined],
    ['"a ""b"" c"', ['a "b" c'], undefined],
    ['"a\nb","c\rd"', ['a\nb', 'c\rd'], undefined],
    ['a,b," c"', ['a,b', ' c'], /^ /],
  ])('is a line of a sheet: %s', (line, cells, mustBeQuoted) => {
    for (const end of ['\n', '\r\n'] as const) expect(csvLine(cells, end, mustBeQuoted)).toBe(`${line}${end}`)
  })
})

describe('seeded numbers', () => {
  const members = fc.uniqueArray(fc.integer(), { maxLength: 40 })

  it('shuffle every member, and sample different ones, without changing what was given', () => {
    fc.assert(
      fc.property(members, fc.nat(50), fc.nat(), (given, count, seed) => {
        const before = [...given]
        const chosen = sampled(given, count, seed)
        expect(new Set(chosen).size).toBe(Math.min(count, given.length))
        expect(chosen.every((member) => given.includes(member))).toBe(true)
        expect(shuffle(given, seed).sort(compareNumbers)).toEqual(before.toSorted(compareNumbers))
        expect(given).toEqual(before)
      }),
    )
  })
})

const compareNumbers = (a: number, b: number) => a - b

it.for([0, 1, 128, 129, 1_000])('%i items are unpacked as they were packed', async (count) => {
  const items = Array.from({ length: count }, (_, at) => ({ text: `unit ${at}`, start: at, none: null }))
  expect(await unpackList(packList(items))).toEqual(items)
})
