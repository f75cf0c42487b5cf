import { parseDocument } from 'htmlparser2'
import { expect, it } from 'vitest'
import {
  csvLine,
  escapeMarkdown,
  escapeMarkup,
  harmlessMarkdown,
  xmlCharacters,
} from '../../../core/index.ts'

it.each([
  { name: 'the marks of markup', text: '<a b="c">&amp;', wanted: '&lt;a b=&quot;c&quot;&gt;&amp;amp;' },
  { name: 'a line break', text: 'a\n\tb', wanted: 'a\n\tb' },
  { name: 'a letter beyond the first plane', text: '𝛼', wanted: '𝛼' },
  { name: 'half a letter', text: 'a\ud835', wanted: 'a\ufffd' },
  { name: 'control characters', text: 'a\u0000\u001f\ufffe', wanted: 'a\ufffd\ufffd\ufffd' },
])('markup holds $name', ({ text, wanted }) => {
  expect(escapeMarkup(text)).toBe(wanted)
})

it('a parser reads escaped text back from an element and from an attribute', () => {
  const text = `it's <b title="x">&lt;</b>`
  const [element] = parseDocument(`<p title="${escapeMarkup(text)}">${escapeMarkup(text)}</p>`).children
  expect(element).toMatchObject({ attribs: { title: text }, children: [{ data: text }] })
})

it('text for a writer that escapes by itself keeps its marks', () => {
  expect(xmlCharacters('<a>\u0001')).toBe('<a>\ufffd')
})

it('a cell of Markdown is one line in which nothing is markup', () => {
  expect(escapeMarkdown('a|b\n*c* <i> & [d](e) `f` \\g')).toBe(
    'a\\|b \\*c\\* &lt;i> &amp; \\[d\\](e) \\`f\\` \\\\g',
  )
})

it.each([
  {
    name: 'a picture of elsewhere',
    text: '![seen](http://x.example/p.png)',
    shown: '!\\[seen](http://x.example/p.png)',
  },
  {
    name: 'a picture by reference',
    text: '![a][b]\n\n[b]: http://x.example',
    shown: '!\\[a][b]\n\n[b]: http://x.example',
  },
  { name: 'a tag', text: '<img src=x onerror=y>', shown: '&lt;img src=x onerror=y>' },
  { name: 'the end of a tag and a comment', text: '</details><!-- x', shown: '&lt;/details>&lt;!-- x' },
  { name: 'a comparison and a list', text: '- *a* < b\n- 3 <4', shown: '- *a* < b\n- 3 <4' },
])('lines of Markdown load nothing: $name', ({ text, shown }) => {
  expect(harmlessMarkdown(text)).toBe(shown)
})

it.each([
  { name: 'plain cells', cells: ['a', '', 'b c'], line: 'a,,b c\n' },
  { name: 'a comma', cells: ['a,b', 'c'], line: '"a,b",c\n' },
  { name: 'quotation marks', cells: ['a "b" c'], line: '"a ""b"" c"\n' },
  { name: 'line breaks', cells: ['a\nb', 'c\rd'], line: '"a\nb","c\rd"\n' },
  { name: 'a rule of its own', cells: ['a,b', ' c'], mustBeQuoted: /^ /, line: 'a,b," c"\n' },
])('a line of a sheet holds $name', ({ cells, mustBeQuoted, line }) => {
  expect(csvLine(cells, '\n', mustBeQuoted)).toBe(line)
  expect(csvLine(cells, '\r\n', mustBeQuoted)).toBe(`${line.slice(0, -1)}\r\n`)
})
