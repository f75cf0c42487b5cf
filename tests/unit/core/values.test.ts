/** Small values that are written to files and pages: ids, escaped text, addresses, seeded numbers, packed lists. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import {
  compareText,
  contentId,
  csvLine,
  escapeMarkdown,
  escapeMarkup,
  harmlessMarkdown,
  ID_FORM,
  packList,
  sampled,
  seededRandom,
  shuffle,
  tupleId,
  unpackList,
  withoutCredentials,
  xmlCharacters,
} from '../../../core/index.ts'

// Ids are kept in corpora: they are the same in every version.
it('an id is the first 128 bits of a SHA-256, of a tuple with the length before each part', () => {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
  expect(contentId('abc')).toBe('ba7816bf8f01cfea414140de5dae2223') // FIPS 180-2, appendix B.1.
  expect(contentId(Buffer.from('ö'))).toBe(contentId('ö'))
  expect(tupleId(['ab', 'c', 12])).toBe(idOf('2:ab1:c2:12'))
  expect([contentId(''), tupleId(['a'])].every((id) => ID_FORM.test(id))).toBe(true)
  expect([`${idOf('')}0`, idOf('').toUpperCase(), 'g'.repeat(32)].some((text) => ID_FORM.test(text))).toBe(
    false,
  )
})

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

  it('is read back by a parser from an element and from an attribute', () => {
    const text = `it's <b title="x">&lt;</b>`
    const [element] = parseDocument(`<p title="${escapeMarkup(text)}">${escapeMarkup(text)}</p>`).children
    expect(element).toMatchObject({ attribs: { title: text }, children: [{ data: text }] })
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

it('texts are ordered by their characters’ numbers, on every machine alike', () => {
  expect(['b', 'a', 'B', 'ä', '', 'ab', 'a'].sort(compareText)).toEqual(['', 'B', 'a', 'a', 'ab', 'b', 'ä'])
})

describe('seeded numbers', () => {
  const members = fc.uniqueArray(fc.integer(), { maxLength: 40 })

  // Published figures, intervals and sample questions were drawn with these numbers.
  it('are the same in every version', () => {
    const random = seededRandom(1)
    expect([random(), random()]).toEqual([0.6270739405881613, 0.002735721180215478])
    expect(shuffle([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([2, 4, 5, 7, 3, 1, 6])
    expect(sampled([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, 3)).toEqual([7, 1, 4, 8])
  })

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

it('others have their turn while a long list is unpacked', async () => {
  const items = Array.from({ length: 200_000 }, (_, at) => ({ text: `a passage with the number ${at}`, at }))
  let turns = 0
  const others = setInterval(() => turns++, 0)
  await unpackList(packList(items))
  clearInterval(others)
  expect(turns).toBeGreaterThan(1)
})
