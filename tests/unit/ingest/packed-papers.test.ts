/** Tests papers in archives (DOCX, EPUB): their headings and authors, and archives that are damaged or too large. */
import { expect, test } from 'vitest'
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

const NAMESPACE = 'http://schemas.openxmlformats.org'
const RELATION = `${NAMESPACE}/officeDocument/2006/relationships`
const relationTo = (part: string, target: string) =>
  `<?xml version="1.0"?><Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="r1" Type="${RELATION}/${part}" Target="${target}"/></Relationships>`
const TYPES = `<?xml version="1.0"?><Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`

/** Makes an archive; `claims` is the size that it gives for the text. */
function docxOf(text: string | Uint8Array, claims?: number): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', text: TYPES },
    { name: '_rels/.rels', text: relationTo('officeDocument', 'word/document.xml') },
    { name: 'word/_rels/document.xml.rels', text: relationTo('styles', 'styles.xml') },
    { name: 'word/styles.xml', text: STYLES },
    { name: 'word/document.xml', text, ...(claims === undefined ? {} : { claims }) },
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

test.each<[PaperFormat, string, Buffer]>([
  ['docx', 'UTF-8', docxOf(DOCX_MAIN)],
  ['docx', 'UTF-16', docxOf(utf16Of(DOCX_MAIN))],
  ['epub', 'UTF-8', epubOf(CHAPTER)],
])(
  'headings of %s in %s are sections in reading order, and the references end the body',
  async (format, _, file) => {
    const { description, sections, text, body } = await readMarkedWell(format, file)
    expect([description.title, description.confidence.title]).toEqual(['Lupeol & the bark', 1])
    const including = (words: string) => expect.stringContaining(words)
    expect(sections).toMatchObject([
      { heading: 'Results', level: 1, text: including('The extract slowed the growth of cells.') },
      { heading: 'Toxicity', level: 2, text: including('No toxicity was seen.') },
      { heading: 'References', level: 1 },
    ])
    expect(text).toContain('Of trees')
    expect(body).not.toContain('Of trees')
  },
)

const LONG = `<w:document><w:body>${' '.repeat(60_000_000)}</w:body></w:document>`
test.each<[name: string, code: string, format: PaperFormat, file: Buffer]>([
  ['an entry above the limit', 'too_large', 'docx', docxOf(LONG)],
  ['an entry larger than it claims', 'bad_archive', 'docx', docxOf(LONG, 1_000)],
  ['markup nested without end', 'bad_xml', 'docx', docxOf(`<a>${'<b>'.repeat(50_000)}</a>`)],
  ['a chapter nested without end', 'bad_xml', 'epub', epubOf('<div>'.repeat(50_000))],
  ['no archive', 'bad_archive', 'docx', Buffer.from('words')],
])('%s is refused as %s', async (_, code, format, file) => {
  expect(await readMarked(format, file)).toMatchObject({ ok: false, code })
})
