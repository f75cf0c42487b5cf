/** Tests uploads and the jobs that read them: events, stored files, waiting, cancelling and stopping. */
import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopServer } from '../../../api/index.ts'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json, openService, type Service } from '../../fixtures/service.ts'

const file = (name: string) => ({ name: `${name}.pdf`, bytes: readFileSync(samplePaper(name)) })
const BARK = file('bark-extract-lupeol')
const LAW = file('medieval-trade-law')
const NOTE = { name: 'my note.txt', bytes: 'Lupeol binds the kinase AKT1 in cells of the bark.' }

let service: Service
beforeEach(async () => {
  service = await openService()
})

const json = async (url: string) => (await service.get(url)).body
const uploaded = async (...args: Parameters<Service['upload']>) => (await service.upload(...args)).body

/** Returns the whole stream of a job, which ends with the job. */
async function eventsOf(job: string, headers: Record<string, string> = {}): Promise<Json[]> {
  const { text } = await service.get(`/jobs/${job}/events`, {}, headers)
  return [...text.matchAll(/^id: (\d+)\nevent: (\S+)\ndata: (.*)$/gm)].map(([, id, event, data = '']) => ({
    id: Number(id),
    event: `${event} ${JSON.parse(data).state}`,
  }))
}

describe('an upload', () => {
  it('answers at once with a job, which reads the papers and reports each', async () => {
    const accepted = await service.upload([BARK, LAW])
    const { id } = accepted.body
    expect(accepted).toMatchObject({
      status: 202,
      headers: { location: `/jobs/${id}` },
      body: { state: 'waiting', files: ['bark-extract-lupeol.pdf', 'medieval-trade-law.pdf'] },
    })
    expect(await eventsOf(id)).toEqual([
      { id: 1, event: 'job-changed waiting' },
      { id: 2, event: 'job-changed running' },
      { id: 3, event: 'paper-ended kept' },
      { id: 4, event: 'paper-ended dropped:off_topic' },
      { id: 5, event: 'job-changed done' },
    ])
    const job = await json(`/jobs/${id}`)
    expect(job.result).toMatchObject({ seen: 2, kept: 1, dropped: { off_topic: 1 }, failed: {} })
    expect((await json('/jobs')).jobs).toEqual([job])
    expect((await json('/retrieve?q=IC50+of+the+bark+extract')).hits.length).toBeGreaterThan(0)
    // Events continue after the last one that a client saw.
    expect(column(await eventsOf(id, { 'last-event-id': '3' }), 'id')).toEqual([4, 5])
    const events = await service.get(`/jobs/${id}/events`)
    expect(events.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    expect((await service.get(`/jobs/${id}/events`, {}, { 'last-event-id': 'x' })).status).toBe(400)
  })

  it('asks catalogues only if it allows that, and shows what they confirmed', async () => {
    const title = 'Binding of lupeol from an invented bark'
    await using catalogues = await openCatalogueServer(({ pathname }) =>
      pathname.startsWith('/crossref')
        ? { body: { message: { items: [{ title: [title], issued: { 'date-parts': [[2009]] } }] } } }
        : { status: 500 },
    )
    const { crossrefUrl, openalexUrl, asked } = catalogues
    service = await openService({ crossrefUrl, openalexUrl })
    const bytes = `${title}\n\nReceived 1 May 2004\n\nLupeol binds the kinase AKT1.`
    await service.ingested([{ name: 'note.txt', bytes }], 'topic=none')
    const [before] = (await json('/papers')).papers
    expect([before.year, before.confidence.year < 0.8, asked]).toEqual([2004, true, []])
    const { result } = await service.ingested([{ name: 'note.txt', bytes }], 'topic=none&lookup=true')
    expect(result.lookup).toEqual({ found: 1, missed: 0, requests: 1, failed: {} })
    const confidence = { title: 1, year: 1 }
    expect(await json(`/papers/${before.id}`)).toMatchObject({
      year: 2009,
      confidence,
      publication: { journal: null },
    })
  })

  it('goes into the corpus and by the topic that it names', async () => {
    expect(await service.ingested([LAW], 'corpus=law&topic=none')).toMatchObject({ corpus: 'law' })
    expect((await json('/papers?corpus=law')).papers[0].state).toBe('kept')
  })

  it.each([
    { name: 'a path out of the folder', given: '../../../escaped.txt', kept: 'escaped.txt' },
    { name: 'a path of Windows', given: '..\\..\\escaped.txt', kept: 'escaped.txt' },
    { name: 'a hidden file', given: '.bashrc.txt', kept: 'bashrc.txt' },
    { name: 'spaces and signs', given: 'Über uns; rm -rf *.txt', kept: 'Über-uns-rm--rf-.txt' },
  ])('is stored under its hash and a clean name: $name', async ({ given, kept }) => {
    await service.ingested([{ ...NOTE, name: given }], 'topic=none')
    const stored = readdirSync(service.gloss.workspace.filesPath('main')).map((name) => name.normalize('NFC'))
    expect(stored).toEqual([expect.stringMatching(/^[0-9a-f]{16}-/)])
    expect(stored[0]?.slice(17)).toBe(kept)
  })

  it('is shown by the name that its sender gave it', async () => {
    await service.ingested([NOTE], 'topic=none')
    const [{ id, document }] = (await json('/papers')).papers
    expect(document).toBe('my-note')
    const { text } = await service.get(`/papers/${id}/citation?format=bibtex`)
    expect(text).not.toContain(id.slice(0, 16))
  })
})

describe('an upload that is refused leaves nothing behind', () => {
  const FIELD = 'content-disposition: form-data; name="title"\r\n\r\nx'
  const LARGE = { name: 'large.txt', bytes: Buffer.alloc(1024 * 1024, 'x') }
  const large = formOf([BARK, LARGE])
  it.each([
    { name: 'a form without files', form: formOf([]), code: 'INPUT_INVALID', left: ['incoming'] },
    {
      name: 'a form with a field',
      form: {
        payload: `--b\r\n${FIELD}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
      code: 'INPUT_INVALID',
      left: ['incoming'],
    },
    {
      name: 'a form that is too large',
      // A streamed form has no length, so that the server has to count.
      form: { ...large, payload: Readable.from([large.payload]) },
      code: 'TOO_LARGE',
      left: ['incoming'],
    },
    {
      name: 'no name of a corpus',
      corpus: 'Not.A.Name',
      form: formOf([NOTE]),
      code: 'INPUT_INVALID',
      left: [],
    },
  ])('$name', async ({ form, corpus = 'other', code, left }) => {
    const small = await openService({ maxBodyMb: 1 })
    const refused = await small.send({ method: 'POST', url: `/papers?corpus=${corpus}`, ...form })
    expect(refused.body.code).toBe(code)
    expect(await small.gloss.workspace.listCorpora()).toEqual([])
    expect(readdirSync(small.gloss.config.workspace, { recursive: true })).toEqual(left)
  })
})

describe('uploaded files', () => {
  const expectKept = (...names: readonly string[]) => {
    const folder = service.gloss.workspace.filesPath('main')
    const kept = () => readdirSync(folder).map((name) => name.slice(17))
    return expect.poll(() => kept().sort()).toEqual(names)
  }

  it('stay with papers that are kept or that the gate dropped; those of failed papers are removed', async () => {
    await service.ingested([BARK, LAW, { name: 'broken.pdf', bytes: '%PDF-1.7 and no more' }])
    const states: string[] = column((await json('/papers')).papers, 'state')
    expect(states.map((state) => state.split(':')[0]).sort()).toEqual(['dropped', 'failed', 'kept'])
    await expectKept(BARK.name, LAW.name)
    // Uploaded again, the papers are reported in the same way.
    await service.ingested([LAW, BARK])
    await expectKept(BARK.name, LAW.name)
    expect((await json('/papers')).papers).toHaveLength(3)
  })

  it('show the pages of a paper that a person keeps, and are removed with it', async () => {
    await service.ingested([LAW])
    const [{ id, state }] = (await json('/papers')).papers
    expect(state).toBe('dropped:off_topic')
    await service.post(`/gate/${id}`, { decision: 'keep' })
    expect((await json(`/papers/${id}`)).state).toBe('kept')
    for (const part of ['pages/1/image', 'file'])
      expect((await service.get(`/papers/${id}/${part}`)).status).toBe(200)
    await service.remove(`/papers/${id}`)
    await expectKept()
  })

  it('that hold records stay as long as one of them is kept', async () => {
    const record = JSON.stringify({ title: 'One', text: 'Lupeol binds the kinase AKT1.' })
    const broken = '{broken\n'
    const list = { name: 'list.jsonl', bytes: `${record}\n${broken}` }
    await service.ingested([list, { name: 'bad.jsonl', bytes: broken }], 'topic=none')
    await expectKept('list.jsonl')
  })

  it('of a job that is cancelled before it begins are removed', async () => {
    const first = await uploaded([BARK])
    const second = await uploaded([file('akt1-allosteric')])
    expect((await service.remove(`/jobs/${second.id}`)).status).toBe(202)
    await Promise.all([eventsOf(first.id), eventsOf(second.id)])
    expect(column((await json('/jobs')).jobs, 'state')).toEqual(['cancelled', 'done'])
    await expectKept(BARK.name)
  })

  it('that two jobs bring are stored for both', async () => {
    const jobs = [await uploaded([LAW]), await uploaded([LAW])]
    for (const { id } of jobs) await eventsOf(id)
    expect(column((await json('/jobs')).jobs, 'state')).toEqual(['done', 'done'])
    await expectKept(LAW.name)
  })
})

describe('a job of a corpus that another process is writing', () => {
  it('waits until it has written, and says so', async () => {
    const { store } = await service.gloss.sessionOfNew('main')
    const writer = await store.write('somebody else')
    const { id } = await uploaded([BARK])
    const waitsFor = 'Another process is writing the corpus.'
    await expect.poll(() => json(`/jobs/${id}`)).toMatchObject({ state: 'waiting', waitsFor, ended: null })
    await writer[Symbol.asyncDispose]()
    await eventsOf(id)
    expect(await json(`/jobs/${id}`)).toMatchObject({ state: 'done', waitsFor: null, result: { kept: 1 } })
  })

  it('can be cancelled while it waits', async () => {
    const { store } = await service.gloss.sessionOfNew('main')
    await using _ = await store.write('somebody else')
    const { id } = await uploaded([BARK])
    await expect.poll(async () => (await json(`/jobs/${id}`)).waitsFor).not.toBe(null)
    await service.remove(`/jobs/${id}`)
    await eventsOf(id)
    expect(await json(`/jobs/${id}`)).toMatchObject({ state: 'cancelled', waitsFor: null })
  })
})

it('a service that stops ends jobs and their streams, and answers 503 until then', async () => {
  const origin = await service.listen()
  const { id } = await uploaded([BARK, file('akt1-allosteric'), file('cas9-off-target')])
  const stream = (await fetch(`${origin}/jobs/${id}/events`)).text()
  service.server.life.stop()
  for (const url of ['/ready', '/corpora']) {
    const refused = await fetch(origin + url)
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'STOPPING' }])
  }
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  await stopServer(service.server, 5_000)
  expect(await stream).toContain('event: job-changed')
  await expect(fetch(`${origin}/health`)).rejects.toThrow()
})
