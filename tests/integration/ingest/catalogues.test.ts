/** Tests lists of papers (the PDFs that they name, abstracts as papers, Zotero over HTTP), and LaTeX in several files. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { listReaders } from '../../../app/wiring/paper-readers.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import { discover, type Source } from '../../../ingest/index.ts'
import { openLoopback } from '../../fakes/loopback.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const SIGNAL = new AbortController().signal
const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
afterAll(() => pool.close())
const ABSTRACT = 'Trees grow slowly in the shade of other trees.'

const RIS = `TY  - JOUR
ID  - doe2019
TI  - Of trees
AU  - Doe, Jane
AU  - van der Berg, Jan
PY  - 2019/03/01
T2  - Tree Letters
VL  - 3
IS  - 2
SP  - 11
EP  - 19
DO  - https://doi.org/10.5555/T.1
AB  - Trees grow slowly
in the shade of other trees.
L1  - files/doe.pdf
ER  - 

TY  - JOUR
ID  - roe2020
TI  - Without a file
AB  - ${ABSTRACT}
ER  - 
TY  - JOUR
TI  - Nothing to read
ER  - 
`

const CSL = JSON.stringify([
  {
    id: 'http://zotero.org/users/1/items/AB',
    'citation-key': 'roe2020',
    type: 'article-journal',
    title: 'Without a <i>file</i>',
    author: [{ family: 'Roe', given: 'Richard' }, { literal: 'The Tree Group' }],
    issued: { 'date-parts': [['2020', 3]] },
    'container-title': 'Tree Letters',
    volume: 4,
    page: '1–9',
    DOI: '10.5555/T.2',
    abstract: ABSTRACT,
  },
  'no item',
])

const RDF = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
<bib:Article rdf:about="#item_2"><z:itemType>journalArticle</z:itemType>
<dcterms:isPartOf rdf:resource="urn:issn:1"/>
<bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Doe</foaf:surname><foaf:givenName>Jane</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
<link:link rdf:resource="#item_3"/><dc:title>Of trees</dc:title><dcterms:abstract>${ABSTRACT}</dcterms:abstract><dc:date>2019</dc:date><bib:pages>11-19</bib:pages></bib:Article>
<bib:Journal rdf:about="urn:issn:1"><dc:title>Tree Letters</dc:title><prism:volume>3</prism:volume><prism:number>2</prism:number><dc:identifier>DOI 10.5555/T.1</dc:identifier></bib:Journal>
<z:Attachment rdf:about="#item_3"><rdf:resource rdf:resource="files/doe.pdf"/><dc:title>PDF</dc:title><link:type>application/pdf</link:type></z:Attachment></rdf:RDF>`

async function find(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const { sources, skipped } = await sourcesAt(folder)
  return { folder, sources, skipped, names: sources.map(({ path }) => path.replace(`${folder}/`, '')) }
}

async function sourcesAt(place: string) {
  const skipped: Record<string, string> = {}
  const onSkip = (path: string, reason: string) => {
    skipped[path.replace(`${place}/`, '')] = reason
  }
  const sources: Source[] = []
  const found = await discover([place], SIGNAL, { onSkip, lists: listReaders(pool) })
  for await (const source of found.sources()) sources.push(source)
  return { sources, skipped }
}

const OF_TREES = {
  title: 'Of trees',
  year: 2019,
  doi: '10.5555/t.1',
  abstract: ABSTRACT,
  publication: { journal: 'Tree Letters', volume: '3', issue: '2', pages: '11-19' },
}

describe('RIS', () => {
  it('brings its PDFs, papers of abstracts, and names what it leaves out', async () => {
    const { sources, names, skipped } = await find({ 'library.ris': RIS, 'files/doe.pdf': '%PDF-1.7' })
    expect(names).toEqual(['files/doe.pdf', 'library.ris#roe2020'])
    expect(sources[0]).toMatchObject({ document: 'doe2019', format: 'pdf', known: OF_TREES })
    expect(sources[0]?.known.authors).toEqual(['Jane Doe', 'Jan van der Berg'])
    expect(skipped).toEqual({ 'library.ris#L23': 'no_file_or_abstract' })
  })

  it('a record that another interrupts is broken, and reading goes on', async () => {
    const { names, skipped } = await find({ 'a.ris': `TY  - JOUR\nTI  - Cut off\n${RIS}` })
    expect(names).toHaveLength(2)
    expect(skipped['a.ris#L1']).toBe('bad_entry')
  })
})

it('CSL-JSON is known by what is in it, and gives papers of abstracts', async () => {
  const { sources, names, skipped } = await find({ 'library.json': CSL, 'package.json': '{"name": "x"}' })
  expect(names).toEqual(['library.json#roe2020'])
  expect(sources[0]?.known).toMatchObject({
    title: 'Without a file',
    authors: ['Richard Roe', 'The Tree Group'],
    year: 2020,
    doi: '10.5555/t.2',
    publication: { journal: 'Tree Letters', volume: '4', issue: null, pages: '1-9' },
  })
  expect(skipped).toEqual({ 'library.json#2': 'bad_entry', 'package.json': 'unknown_kind' })
})

it('Zotero RDF brings the attached PDFs with the journal of the item', async () => {
  const { sources, names } = await find({ 'My Library.rdf': RDF, 'files/doe.pdf': '%PDF-1.7' })
  expect(names).toEqual(['files/doe.pdf'])
  expect(sources[0]).toMatchObject({ document: '#item_2', known: { ...OF_TREES, authors: ['Jane Doe'] } })
})

it('XML is JATS or TEI by its root, and nothing else is taken for a paper', async () => {
  const comments = '<!-- > -->'.repeat(50)
  const { names, sources, skipped } = await find({
    'a.xml': `<?xml version="1.0"?>${comments}<!DOCTYPE article [<!ENTITY a "x>y">]><article article-type="x"></article>`,
    'b.xml': '<TEI xmlns="http://www.tei-c.org/ns/1.0"></TEI>',
    'c.xml': '<settings><article/></settings>',
    'd.xml': '<!---->'.repeat(1_000),
  })
  expect(names).toEqual(['a.xml', 'b.xml'])
  expect(sources.map(({ format }) => format)).toEqual(['jats', 'tei'])
  expect(skipped).toEqual({ 'c.xml': 'unknown_kind', 'd.xml': 'unknown_kind' })
})

describe('LaTeX', () => {
  const MAIN = String.raw`\documentclass{article}\begin{document}\section{One}\input{parts/one}\input{parts/missing}
\input{../outside}\input{/etc/passwd}\input{link}\end{document}`

  it('takes its parts from the folder of the source and nowhere else', async () => {
    const { folder, sources, skipped } = await find({
      'paper/main.tex': MAIN,
      'paper/parts/one.tex': String.raw`Words of part one. \input{parts/one}`,
      'outside.tex': 'Words from outside.',
    })
    symlinkSync(join(folder, 'outside.tex'), join(folder, 'paper', 'link.tex'))
    const [source] = sources
    if (source === undefined) throw new Error('There is no source')
    const bytes = await source.read()
    const reading = await openTextReader().read(source, bytes, SIGNAL)
    expect(reading).toMatchObject({ ok: true })
    const text = reading.ok ? (reading.pages[0]?.text ?? '') : ''
    expect(text).toContain('Words of part one.')
    expect(text).not.toMatch(/outside|root:/)
    expect(skipped).toEqual({
      'outside.tex': 'part_of_a_document',
      'paper/parts/one.tex': 'part_of_a_document',
    })
  })

  it('a changed part is a changed paper', async () => {
    const files = { 'main.tex': MAIN, 'parts/one.tex': 'Before.' }
    const [before] = (await find(files)).sources
    const [after] = (await find({ ...files, 'parts/one.tex': 'After.' })).sources
    expect(await before?.read()).not.toEqual(await after?.read())
  })
})

describe('a Zotero library over HTTP', () => {
  const ARTICLE = {
    key: 'AAAA1111',
    data: {
      itemType: 'journalArticle',
      title: 'Of trees',
      creators: [
        { creatorType: 'author', firstName: 'Jane', lastName: 'Doe' },
        { creatorType: 'author', name: 'The Tree Group' },
        { creatorType: 'editor', firstName: 'N.', lastName: 'Obody' },
      ],
      abstractNote: 'Trees grow slowly.',
      date: '2019-03-01',
      DOI: '10.5555/T.1',
      publicationTitle: 'Tree Letters',
      volume: '3',
      issue: '2',
      pages: '11–19',
      extra: 'tex.x: y\nCitation Key: doe2019',
    },
  }
  const FILE = {
    key: 'BBBB2222',
    links: { enclosure: { href: 'file:///home/me/Zotero/storage/BBBB2222/doe%20tree.pdf' } },
    data: { itemType: 'attachment', parentItem: 'AAAA1111', contentType: 'application/pdf', title: 'PDF' },
  }
  const NOTES = Array.from({ length: 100 }, (_, at) => ({ key: `N${at}`, data: { itemType: 'note' } }))
  const LAST = {
    key: 'CCCC3333',
    data: { itemType: 'book', title: 'Bark', abstractNote: 'Bark is bark.', creators: [] },
  }
  const LIBRARY = [ARTICLE, FILE, ...NOTES, LAST]

  /** Serves the library as Zotero 7 does, a hundred items a page. */
  async function openZotero() {
    const server = await openLoopback((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      const start = Number(url.searchParams.get('start'))
      const isItems = url.pathname === '/api/users/0/items'
      response.writeHead(isItems ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isItems ? LIBRARY.slice(start, start + 100) : {}))
    })
    onTestFinished(server.close)
    return server.origin
  }

  it('brings the attached PDFs with what the items say, and abstracts of items without one, page by page', async () => {
    const { sources, skipped } = await sourcesAt(`zotero:${await openZotero()}/api/users/0/`)
    expect(skipped).toEqual({})
    const { abstract: _, ...known } = OF_TREES
    expect(sources).toMatchObject([
      {
        path: '/home/me/Zotero/storage/BBBB2222/doe tree.pdf',
        format: 'pdf',
        document: 'doe2019',
        known: { ...known, authors: ['Jane Doe', 'The Tree Group'] },
      },
      { document: 'CCCC3333', format: 'jsonl', known: { title: 'Bark', abstract: 'Bark is bark.' } },
    ])
  })

  it.each([
    ['another address of the server', async () => `zotero:${await openZotero()}/api/elsewhere`],
    ['an address without a server', async () => 'zotero:http://127.0.0.1:9/api/users/0'],
  ])('says what to do for %s', async (_, path) => {
    await expect(sourcesAt(await path())).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('Start Zotero'),
    })
  })
})
