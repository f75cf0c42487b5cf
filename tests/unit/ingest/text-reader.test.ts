import { describe, expect, test } from 'vitest'
import type { PaperFormat } from '../../../corpus/index.ts'
import { htmlText } from '../../../ingest/adapters/html-text.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import type { Source } from '../../../ingest/ports.ts'

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
  test('pages that nest without end are read', () => {
    expect(htmlText(`${'<div>'.repeat(20_000)}deep`).text).toBe('deep')
  })
})

describe('the text reader', () => {
  test('describes HTML by its marks and headings', async () => {
    const reading = await read('html', PAGE)
    const front = {
      title: 'Of bark and its uses',
      authors: ['Ines Marchetti'],
      year: 2016,
      doi: '10.5555/b.1',
    }
    expect(reading).toMatchObject({ ok: true, description: front })
    expect(reading.ok && reading.description.sections.map((section) => section.heading)).toContain(
      '1 Results',
    )
    expect(reading.ok && reading.description.abstract).toMatch(/^It is useful, they say & show\. .* cells\.$/)
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
})
