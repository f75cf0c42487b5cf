/** Tests `gloss ingest --lookup`: off by default, each query sent once, and doubtful fields marked until a catalogue confirms them. */
import { beforeAll, expect, it } from 'vitest'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'

const { json, run, write } = cliFolder()
const TITLE = 'Lupeol of barks inhibits the growth of cells in culture'
const PAPER = `${TITLE}

Ada Lovelace and Charles Babbage

Received 3 August 2004

Abstract

Barks are used against swellings by many people, but the substances that act are seldom known to anybody.

Introduction

We took lupeol from one of them and gave it to cells, which then grew more slowly than cells without it.
`
const WORK = {
  DOI: '10.1234/barks.7',
  title: [TITLE],
  author: [{ given: 'Ada', family: 'Lovelace' }],
  issued: { 'date-parts': [[2009]] },
  'container-title': ['Journal of Bark Research'],
  volume: '8',
}
const INGEST = 'ingest papers --topic none'

beforeAll(() => write('papers/barks.txt', PAPER))

it('asks no catalogue without the option, then corrects doubtful fields, and repeats no query', async () => {
  await using server = await openCatalogueServer(({ pathname }) =>
    pathname.startsWith('/crossref') ? { body: { message: { items: [WORK] } } } : { status: 500 },
  )
  const env = { GLOSS_CROSSREF_URL: server.crossrefUrl, GLOSS_OPENALEX_URL: server.openalexUrl }
  await json(INGEST, env)
  expect(server.asked).toEqual([])
  expect((await run('papers')).stdout).toContain('2004 (doubtful)')

  const looked = await run(`${INGEST} --lookup`, env)
  expect(looked.stdout).toContain('Looked up: 1 paper found, 0 not found, with 1 request.')
  const listed = (await run('papers')).stdout
  expect(listed).toContain('2009')
  expect(listed).not.toContain('doubtful')
  const { papers } = await json('papers')
  expect(papers).toMatchObject([{ doi: '10.1234/barks.7', confidence: { title: 1, authors: 1, year: 1 } }])
  const one = await run(`papers ${papers[0].id.slice(0, 12)}`)
  expect(one.stdout).toContain('2009. Journal of Bark Research 8\nDOI 10.1234/barks.7')

  await json(`${INGEST} --lookup`, env)
  expect(server.asked).toHaveLength(1)
})

it('continues if no catalogue answers, and says so', async () => {
  await using server = await openCatalogueServer(() => ({ status: 500 }))
  const env = { GLOSS_CROSSREF_URL: server.crossrefUrl, GLOSS_OPENALEX_URL: server.openalexUrl }
  const { code, stdout, stderr } = await run(`${INGEST} --corpus down --lookup`, env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Kept 1 of 1 paper')])
  const counts = '0 papers found, 1 not found, with 2 requests; without an answer: 1 Crossref, 1 OpenAlex.'
  expect(stdout).toContain(counts)
  expect(stderr).toContain(
    'lookup: Crossref did not answer (it answered with status 500); its papers keep what was read from them.',
  )
})
