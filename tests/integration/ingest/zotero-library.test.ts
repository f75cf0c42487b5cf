/** A Zotero library over HTTP, played by a server that answers as Zotero 7 does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listReaders } from '../../../app/wiring/paper-readers.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { discover, type Source } from '../../../ingest/index.ts'
import { type Loopback, openLoopback } from '../../fakes/loopback.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'

const SIGNAL = new AbortController().signal
const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
afterAll(() => pool.close())
const PAGE = 100

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
const NOTES = Array.from({ length: PAGE }, (_, at) => ({ key: `N${at}`, data: { itemType: 'note' } }))
const LAST = {
  key: 'CCCC3333',
  data: { itemType: 'book', title: 'Bark', abstractNote: 'Bark is bark.', creators: [] },
}
const LIBRARY = [ARTICLE, FILE, ...NOTES, LAST]

let server: Loopback

beforeAll(async () => {
  server = await openLoopback((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    const start = Number(url.searchParams.get('start'))
    const isItems = url.pathname === '/api/users/0/items'
    response.writeHead(isItems ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isItems ? LIBRARY.slice(start, start + PAGE) : {}))
  })
})
afterAll(() => server.close())

async function sourcesAt(path: string): Promise<{ sources: Source[]; skipped: string[] }> {
  const skipped: string[] = []
  const sources: Source[] = []
  const found = await discover([path], SIGNAL, {
    onSkip: (_, reason) => skipped.push(reason),
    lists: listReaders(pool),
  })
  for await (const source of found.sources()) sources.push(source)
  return { sources, skipped }
}

it('brings the attached PDFs with what the items say, and abstracts of items without one, page by page', async () => {
  const { sources, skipped } = await sourcesAt(`zotero:${server.origin}/api/users/0/`)
  expect(skipped).toEqual([])
  expect(sources).toMatchObject([
    {
      path: '/home/me/Zotero/storage/BBBB2222/doe tree.pdf',
      format: 'pdf',
      document: 'doe2019',
      known: {
        title: 'Of trees',
        authors: ['Jane Doe', 'The Tree Group'],
        year: 2019,
        doi: '10.5555/t.1',
        publication: { journal: 'Tree Letters', volume: '3', issue: '2', pages: '11-19' },
      },
    },
    { document: 'CCCC3333', format: 'jsonl', known: { title: 'Bark', abstract: 'Bark is bark.' } },
  ])
})

it.each([
  ['no library there', () => `zotero:${server.origin}/api/elsewhere`],
  ['nobody there', () => 'zotero:http://127.0.0.1:9/api/users/0'],
])('says what to do where there is %s', async (_, path) => {
  await expect(sourcesAt(path())).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining('Start Zotero'),
  })
})
