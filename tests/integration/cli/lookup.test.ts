/** Tests `gloss ingest --lookup`: off by default, each query sent once, and doubtful fields marked until a catalogue confirms them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
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

beforeAll(() => {
  mkdirSync(join(cwd, 'papers'))
  writeFileSync(join(cwd, 'papers', 'barks.txt'), PAPER)
})

describe('gloss ingest --lookup', () => {
  it('asks nobody without the option, then corrects what was doubtful, and asks nothing twice', async () => {
    await using server = await openCatalogueServer(({ pathname }) =>
      pathname.startsWith('/crossref') ? { body: { message: { items: [WORK] } } } : { status: 500 },
    )
    const env = { GLOSS_CROSSREF_URL: server.crossrefUrl, GLOSS_OPENALEX_URL: server.openalexUrl }
    const ingest = ['ingest', 'papers', '--topic', 'none']
    await answerOf(ingest, { cwd, env })
    expect(server.asked).toEqual([])
    expect((await runCli(['papers'], { cwd })).stdout).toContain('2004 (doubtful)')

    const looked = await runCli([...ingest, '--lookup'], { cwd, env })
    expect(looked.stdout).toContain('Looked up: 1 paper found, 0 not found, with 1 request.')
    const listed = await runCli(['papers'], { cwd })
    expect(listed.stdout).toContain('2009')
    expect(listed.stdout).not.toContain('doubtful')
    const { papers } = await answerOf<{ papers: { id: string; doi: string }[] }>(['papers'], { cwd })
    expect(papers).toMatchObject([{ doi: '10.1234/barks.7', confidence: { title: 1, authors: 1, year: 1 } }])
    const one = await runCli(['papers', papers[0]!.id.slice(0, 12)], { cwd })
    expect(one.stdout).toContain('2009. Journal of Bark Research 8\nDOI 10.1234/barks.7')

    await answerOf([...ingest, '--lookup'], { cwd, env })
    expect(server.asked).toHaveLength(1)
  })

  it('goes on where nobody answers, with a line that says so', async () => {
    await using server = await openCatalogueServer(() => ({ status: 500 }))
    const env = { GLOSS_CROSSREF_URL: server.crossrefUrl, GLOSS_OPENALEX_URL: server.openalexUrl }
    const run = await runCli(['ingest', 'papers', '--corpus', 'down', '--topic', 'none', '--lookup'], {
      cwd,
      env,
    })
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Kept 1 of 1 paper')
    expect(run.stdout).toContain(
      '0 papers found, 1 not found, with 2 requests; without an answer: 1 Crossref, 1 OpenAlex.',
    )
    expect(run.stderr).toContain(
      'lookup: Crossref gave no answer (it answered with status 500); its papers stay as they were read.',
    )
  })
})
