/** Tests papers in archives (DOCX, EPUB): their headings and authors, and archives that are damaged or too large. */
import { describe, expect, test } from 'vitest'
import type { PaperFormat } from '../../../corpus/index.ts'
import { makeZip } from '../../fixtures/made-zip.ts'
import { readMarked, readMarkedWell } from '../../fixtures/read-marked.ts'

const DOCX_MAIN = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>Lupeol &amp; the bark</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Results</w:t></w:r></w:p>
<w:p><w:r><w:t>The extract slowed the growth of cells.</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Toxicity</w:t></w:r></w:p>
<w:p><w:r><w:t>No toxicity was seen.</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>References</w:t></w:r></w:p>
<w:p><w:r><w:t>Doe J. Of trees. 2001.</w:t></w:r></w:p></w:body></w:document>`
const STYLES = `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
${['Title', 'Heading1', 'Heading2'].map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.replace(/(\d)/, ' $1')}"/></w:style>`).join('')}</w:styles>`

/** Encodes XML as UTF-16 with a byte order mark and an encoding declaration. */
function utf16Of(xml: string): Buffer {
  return Buffer.from(`\uFEFF${xml.replace('?>', ' encoding="UTF-16"?>')}`, 'utf16le')
}

function docxOf(main: string | Uint8Array, claims?: number): Buffer {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      text: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      text: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'word/styles.xml', text: STYLES },
    { name: 'word/document.xml', text: main, ...(claims === undefined ? {} : { claims }) },
  ])
}

function epubOf(chapter: string): Buffer {
  return makeZip([
    {
      name: 'META-INF/container.xml',
      text: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      text: `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Lupeol &amp; the bark</dc:title>
<dc:creator>Marchetti, Inés</dc:creator><dc:date>2016-03-01</dc:date><dc:identifier>doi:10.5555/JB.1</dc:identifier></metadata>
<manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="b%20two.xhtml"/><item id="a" href="a.xhtml"/></manifest>
<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    },
    { name: 'OEBPS/nav.xhtml', text: '<html><body><h1>Contents</h1></body></html>' },
    { name: 'OEBPS/a.xhtml', text: chapter },
    {
      name: 'OEBPS/b two.xhtml',
      text: '<html><body><h2>Toxicity</h2><p>No toxicity was seen.</p><h1>References</h1><p>Doe J. Of trees. 2001.</p></body></html>',
    },
  ])
}

const CHAPTER =
  '<html><head><title>x</title></head><body><h1>Results</h1><div>The extract <b>slowed</b> the growth&nbsp;of cells.</div></body></html>'

const PACKED: readonly { readonly format: PaperFormat; readonly file: Buffer }[] = [
  { format: 'docx', file: docxOf(DOCX_MAIN) },
  { format: 'docx', file: docxOf(utf16Of(DOCX_MAIN)) },
  { format: 'epub', file: epubOf(CHAPTER) },
]

describe.each(PACKED)('$format', ({ format, file }) => {
  test('headings are sections in reading order, and the references end the body', async () => {
    const { description, sections, text, body } = await readMarkedWell(format, file)
    expect([description.title, description.confidence.title]).toEqual(['Lupeol & the bark', 1])
    expect(sections).toMatchObject([
      {
        heading: 'Results',
        level: 1,
        text: expect.stringContaining('The extract slowed the growth of cells.'),
      },
      { heading: 'Toxicity', level: 2, text: expect.stringContaining('No toxicity was seen.') },
      { heading: 'References', level: 1 },
    ])
    expect(text).toContain('Of trees')
    expect(body).not.toContain('Of trees')
  })
})

interface Refused {
  readonly name: string
  readonly file: Buffer
  readonly code: string
  readonly format?: PaperFormat
}

describe('archives that unpack to more than they should', () => {
  const long = `<w:document><w:body>${' '.repeat(60_000_000)}</w:body></w:document>`

  test.each<Refused>([
    { name: 'an entry above the limit', file: docxOf(long), code: 'too_large' },
    { name: 'an entry larger than it claims', file: docxOf(long, 1_000), code: 'bad_archive' },
    { name: 'markup nested without end', file: docxOf(`<a>${'<b>'.repeat(50_000)}</a>`), code: 'bad_xml' },
    {
      name: 'a chapter nested without end',
      file: epubOf('<div>'.repeat(50_000)),
      code: 'bad_xml',
      format: 'epub',
    },
    { name: 'no archive', file: Buffer.from('words'), code: 'bad_archive' },
  ])('$name', async ({ file, code, format = 'docx' }) => {
    expect(await readMarked(format, file)).toMatchObject({ ok: false, code })
  })
})
