import { describe, expect, test } from 'vitest'
import type { PaperFormat } from '../../../corpus/index.ts'
import { htmlText } from '../../../ingest/adapters/html-text.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import { createReaderByFormat } from '../../../ingest/index.ts'
import type { PaperReader, Source } from '../../../ingest/ports.ts'

const SIGNAL = new AbortController().signal
const PAGE = `<!DOCTYPE html><html><head><title>Site | Bark</title>
<meta name="citation_title" content="Of bark and its uses"><meta name="citation_author" content="Marchetti, Ines">
<meta name="citation_publication_date" content="2016/03/01"><meta name="citation_doi" content="doi:10.5555/b.1">
<style>p{}</style></head><body><nav><a href="/">Home</a></nav>
<main><h1>Of bark   and its uses</h1><script>var a = "<p>no</p>"</script>
<h2>Abstract</h2><p>It is <i>useful</i>,<br>they say &amp; show. The bark of the tree was extracted with methanol, and the extract slowed the growth of cells.</p>
<div hidden>secret</div><h2>1 Results</h2><ul><li>One</li><li>Two</li></ul>
<table><tr><th>Sample</th><td>18.4</td></tr></table></main><footer>Imprint</footer></body></html>`

function read(
  format: PaperFormat,
  bytes: string | Uint8Array,
  known: Source['known'] = {},
  reader = openTextReader(),
) {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const source: Source = { path: 'p', format, document: null, known, read: async () => body }
  return reader.read(source, body, SIGNAL)
}

describe('htmlText', () => {
  test('keeps the main part with its headings and leaves out the rest', () => {
    expect(htmlText(PAGE)).toEqual({
      text: '# Of bark and its uses\n\n## Abstract\n\nIt is useful,\nthey say & show. The bark of the tree was extracted with methanol, and the extract slowed the growth of cells.\n\n## 1 Results\n\nOne\n\nTwo\n\nSample 18.4',
      known: { title: 'Of bark and its uses', authors: ['Ines Marchetti'], year: 2016, doi: '10.5555/b.1' },
    })
  })

  test('a page without a main part is read whole', () => {
    expect(htmlText('<p>One</p>two<p>Three').text).toBe('One\n\ntwo\n\nThree')
  })

  test('pages that nest without end are read', () => {
    expect(htmlText(`${'<div>'.repeat(20_000)}deep`).text).toBe('deep')
  })
})

describe('the text reader', () => {
  test('describes HTML by its marks and headings', async () => {
    const reading = await read('html', PAGE)
    expect(reading).toMatchObject({ ok: true, description: { title: 'Of bark and its uses', year: 2016 } })
    expect(reading.ok && reading.description.sections.map((section) => section.heading)).toContain(
      '1 Results',
    )
    expect(reading.ok && reading.description.abstract).toMatch(/^It is useful, they say & show\. .* cells\.$/)
  })

  test('describes Markdown without its front matter', async () => {
    const reading = await read('markdown', '---\nlayout: post\n---\n# On bark\n\nText of it.\n')
    expect(reading).toMatchObject({
      ok: true,
      pages: [{ text: '# On bark\n\nText of it.' }],
      description: { title: 'On bark' },
    })
  })

  test('what the catalogue knows wins', async () => {
    expect(await read('text', 'A first line\n\nmore', { title: 'Known', year: 1999 })).toMatchObject({
      description: { title: 'Known', year: 1999 },
    })
  })

  test('reads Latin 1 and leaves control characters out', async () => {
    const reading = await read('text', Buffer.from('R\xe9sum\xe9 of\x0b a\r\nstudy\fnext', 'latin1'))
    expect(reading).toMatchObject({ ok: true, pages: [{ text: 'Résumé of a\nstudy\n\nnext' }] })
  })

  test.for([
    ['no bytes', 'empty_file', 'text', ''],
    ['only blanks', 'empty_file', 'markdown', ' \n'],
    ['HTML of scripts', 'no_text', 'html', '<script>1</script>'],
    ['Markdown of front matter', 'no_text', 'markdown', '---\na: b\n---\n'],
    ['a picture', 'bad_encoding', 'text', new Uint8Array([1, 2, 3, 0, 0, 0, 255])],
    ['a bad record', 'bad_record', 'jsonl', '{'],
  ] as const)('%s fails with %s', async ([, code, format, bytes]) => {
    expect(await read(format, bytes)).toMatchObject({ ok: false, code })
  })

  test('behind the reader of all formats, a catalogue also wins over a PDF', async () => {
    const found = await read('text', 'Title of the text')
    const pdf: PaperReader = { read: async () => found, close: async () => undefined }
    const reader = createReaderByFormat({ pdf, text: openTextReader() })
    expect(await read('pdf', '%PDF-', { title: 'Known' }, reader)).toMatchObject({
      description: { title: 'Known' },
    })
  })
})
