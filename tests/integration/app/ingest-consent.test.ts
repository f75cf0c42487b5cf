/** Tests runs whose units a model writes: data stored before and after consent, and the projected cost. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Gloss,
  type IngestRequest,
  type IngestResult,
  ingestPaths,
  loadConfig,
  openGloss,
} from '../../../app/index.ts'
import { type StartedServer, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { smallPaper, writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ANSWER = 'name,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"It binds."\n'
const PAPERS = 3
let server: StartedServer

beforeAll(async () => {
  server = await startScriptedServer({ answers: () => ({ text: ANSWER, finish: 'stop' }) })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Opened {
  readonly gloss: Gloss
  readonly folder: string
  ingest(request?: Partial<IngestRequest>, signal?: AbortSignal): Promise<IngestResult>
}

/** Opens a workspace without a corpus, and a folder with three papers. */
async function open(): Promise<Opened> {
  const folder = temporaryFolder()
  writeSmallPapers(folder, PAPERS)
  const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder(), workers: 1 }, env))
  onTestFinished(() => gloss.close())
  const ingest: Opened['ingest'] = (request = {}, signal = new AbortController().signal) =>
    ingestPaths(gloss, { topic: 'none', ...request, paths: [folder] }, () => undefined, signal)
  return { gloss, folder, ingest }
}

const byModel = { summariser: 'llm', consent: async () => true } as const
const file = (folder: string, number: number) => join(folder, `paper-000${number}.txt`)

describe('an ingest that asks for consent', () => {
  it('leaves the corpus as it was where consent is refused', async () => {
    const { gloss, folder, ingest } = await open()
    await ingest()
    const { store } = await gloss.session()
    const before = await store.seq()
    writeFileSync(file(folder, 0), smallPaper(7))
    const refused = ingest({ topic: 'biochem', summariser: 'llm', consent: async () => false })
    await expect(refused).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
    expect(await store.seq()).toBe(before)
  })

  it('stores nothing where it is stopped while papers are read', async () => {
    const { gloss, folder, ingest } = await open()
    const stop = new AbortController()
    let reads = 0
    const openReader: Gloss['openReader'] = async (...settings) => {
      const reader = await gloss.openReader(...settings)
      const read: typeof reader.read = (...paper) => {
        if (++reads === 2) stop.abort()
        return reader.read(...paper)
      }
      return { ...reader, read }
    }
    const request = { ...byModel, topic: 'none', workers: 1, paths: [folder] }
    const stopped = await ingestPaths({ ...gloss, openReader }, request, () => undefined, stop.signal)
    expect(stopped).toMatchObject({ interrupted: true, seen: 0 })
    const { store } = await gloss.session()
    expect(await store.seq()).toBe(0)
    expect(await ingest(byModel)).toMatchObject({ interrupted: false, kept: PAPERS })
  })

  it('counts what has to be written: new papers and those that come in, not those that are unchanged', async () => {
    const { folder, ingest } = await open()
    const asked: string[] = []
    const consent = async (projection: string) => {
      asked.push(projection)
      return true
    }
    const off =
      'Goals in football\n\nAbstract\n\nThe football club scored goals in every match of the league.\n'
    writeFileSync(file(folder, 0), off)
    const first = await ingest({ ...byModel, topic: 'biochem', consent })
    expect(first).toMatchObject({ seen: PAPERS, kept: PAPERS - 1 })
    writeFileSync(file(folder, 4), smallPaper(4))
    const second = await ingest({ ...byModel, consent })
    expect(second).toMatchObject({ seen: PAPERS + 1, kept: PAPERS + 1 })
    expect(asked).toEqual([
      expect.stringMatching(/^2 papers to summarise: 2 calls \(0 /),
      expect.stringMatching(/^2 papers to summarise: 2 calls \(0 /),
    ])
    expect(await ingest({ ...byModel, consent })).toMatchObject({ unchanged: PAPERS + 1 })
    expect(asked).toHaveLength(2)
  })
})

describe('a paper that was moved to make room for another', () => {
  it.each([
    { name: 'extracted units', more: {} },
    { name: 'units by a model', more: byModel },
  ])('stays in the corpus, with $name', async ({ more }) => {
    const { gloss, folder, ingest } = await open()
    await ingest({ ...more, workers: 2 })
    renameSync(file(folder, 0), file(folder, 9))
    writeFileSync(file(folder, 0), smallPaper(8))
    expect(await ingest({ ...more, workers: 2 })).toMatchObject({ seen: PAPERS + 1, kept: PAPERS + 1 })
    const { store } = await gloss.session()
    expect((await store.papers()).map(({ paths }) => paths).sort()).toEqual(
      [0, 1, 2, 9].map((number) => [file(folder, number)]),
    )
    expect(await store.verify()).toEqual([])
  })
})
