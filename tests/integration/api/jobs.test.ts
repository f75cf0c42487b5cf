import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stopServer } from '../../../api/index.ts'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { formOf, type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

const file = (name: string) => ({ name: `${name}.pdf`, bytes: readFileSync(samplePaper(name)) })

let served: Served
beforeEach(async () => {
  served = await serve()
})
afterEach(() => served.close())

const inject = (url: string, options: object = {}) => served.server.inject({ url, ...options })
const upload = (files: Parameters<typeof formOf>[0], query = '') =>
  inject(`/papers${query}`, { method: 'POST', ...formOf(files) })

interface StreamedEvent {
  readonly id: number
  readonly event: string
  readonly data: { readonly state: string; readonly title?: string }
}

/** Returns the whole stream of a job, which ends with the job. */
async function eventsOf(job: string, headers: object = {}): Promise<StreamedEvent[]> {
  const { payload } = await inject(`/jobs/${job}/events`, { headers })
  const blocks = payload.split('\n\n').filter((block) => block.includes('data: '))
  return blocks.map((block) => ({
    id: Number(/^id: (\d+)$/m.exec(block)?.[1]),
    event: /^event: (\S+)$/m.exec(block)?.[1] ?? '',
    data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'),
  }))
}

describe('an upload', () => {
  it('answers at once with a job, and the job ingests the papers', async () => {
    const accepted = await upload([file('bark-extract-lupeol'), file('medieval-trade-law')])
    const { id, state, files } = accepted.json()
    expect([accepted.statusCode, state, accepted.headers.location]).toEqual([202, 'waiting', `/jobs/${id}`])
    expect(files).toEqual(['bark-extract-lupeol.pdf', 'medieval-trade-law.pdf'])
    const events = await eventsOf(id)
    expect(events.map(({ id: number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(events.map(({ event, data }) => `${event} ${data.state}`)).toEqual([
      'job-changed waiting',
      'job-changed running',
      'paper-ended kept',
      'paper-ended dropped:off_topic',
      'job-changed done',
    ])
    const job = (await inject(`/jobs/${id}`)).json()
    expect(job.result).toMatchObject({ seen: 2, kept: 1, dropped: { off_topic: 1 }, failed: {} })
    expect((await inject('/jobs')).json().jobs).toEqual([job])
    expect((await inject('/retrieve?q=IC50+of+the+bark+extract')).json().hits.length).toBeGreaterThan(0)
  })

  it('goes on behind the event that the client saw last', async () => {
    const { id } = (await upload([file('bark-extract-lupeol')])).json()
    await eventsOf(id)
    const rest = await eventsOf(id, { 'last-event-id': '3' })
    expect(rest.map(({ id: number }) => number)).toEqual([4])
    expect((await inject(`/jobs/${id}/events`, { headers: { 'last-event-id': 'x' } })).statusCode).toBe(400)
  })

  it('asks catalogues only where the upload allows it, and shows what they confirmed', async () => {
    await served.close()
    const title = 'Binding of lupeol from an invented bark'
    await using catalogues = await openCatalogueServer(({ pathname }) =>
      pathname.startsWith('/crossref')
        ? { body: { message: { items: [{ title: [title], issued: { 'date-parts': [[2009]] } }] } } }
        : { status: 500 },
    )
    const { crossrefUrl, openalexUrl } = catalogues
    served = await serve({ crossrefUrl, openalexUrl })
    const note = {
      name: 'note.txt',
      bytes: `${title}\n\nReceived 1 May 2004\n\nLupeol binds the kinase AKT1.`,
    }
    await eventsOf((await upload([note], '?topic=none')).json().id)
    const [before] = (await inject('/papers')).json().papers
    expect([before.year, before.confidence.year < 0.8, catalogues.asked]).toEqual([2004, true, []])
    const { id } = (await upload([note], '?topic=none&lookup=true')).json()
    await eventsOf(id)
    expect((await inject(`/jobs/${id}`)).json().result.lookup).toEqual({
      found: 1,
      missed: 0,
      requests: 1,
      failed: {},
    })
    const shown = (await inject(`/papers/${before.id}`)).json()
    expect(shown).toMatchObject({
      year: 2009,
      confidence: { title: 1, year: 1 },
      publication: { journal: null },
    })
  })

  it('tells proxies to pass events on', async () => {
    const { id } = (await upload([{ name: 'note.txt', bytes: 'A note.' }])).json()
    const { headers } = await inject(`/jobs/${id}/events`)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
  })

  it.each([
    { name: 'a path out of the folder', given: '../../../escaped.txt', kept: 'escaped.txt' },
    { name: 'a path of Windows', given: '..\\..\\escaped.txt', kept: 'escaped.txt' },
    { name: 'a hidden file', given: '.bashrc.txt', kept: 'bashrc.txt' },
    { name: 'spaces and signs', given: 'Über uns; rm -rf *.txt', kept: 'Über-uns-rm--rf-.txt' },
  ])('is stored under its hash and a clean name: $name', async ({ given, kept }) => {
    const bytes = 'Lupeol binds the kinase AKT1 in cells of the bark.'
    await eventsOf((await upload([{ name: given, bytes }], '?topic=none')).json().id)
    const stored = readdirSync(served.gloss.workspace.filesPath('main'))
    expect(stored).toHaveLength(1)
    expect(stored[0]?.normalize('NFC')).toMatch(/^[0-9a-f]{16}-/)
    expect(stored[0]?.slice(17).normalize('NFC')).toBe(kept)
  })

  it('leaves nothing behind when it is refused', async () => {
    const small = await serve({ maxBodyMb: 1 })
    const files = [file('bark-extract-lupeol'), { name: 'large.txt', bytes: Buffer.alloc(1024 * 1024, 'x') }]
    const { payload, headers } = formOf(files)
    // A streamed form has no length, so that the server has to count.
    const stream = Readable.from([payload])
    const refused = await small.server.inject({ method: 'POST', url: '/papers', headers, payload: stream })
    expect(refused.json().code).toBe('TOO_LARGE')
    expect(await small.gloss.workspace.listCorpora()).toEqual([])
    expect(readdirSync(small.gloss.config.workspace, { recursive: true })).toEqual(['incoming'])
    await small.close()
  })

  it('goes into the corpus and by the topic that it names', async () => {
    const { id, corpus } = (await upload([file('medieval-trade-law')], '?corpus=law&topic=none')).json()
    await eventsOf(id)
    expect(corpus).toBe('law')
    expect((await inject('/papers?corpus=law')).json().papers[0].state).toBe('kept')
  })
})

describe('a refused upload', () => {
  it.each([
    { name: 'a form without files', form: () => formOf([]) },
    {
      name: 'a form with a field',
      form: () => ({
        payload: '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
    },
  ])('leaves no corpus behind: $name', async ({ form }) => {
    const refused = await inject('/papers?corpus=other', { method: 'POST', ...form() })
    expect(refused.statusCode).toBe(400)
    expect(await served.gloss.workspace.listCorpora()).toEqual([])
    expect(readdirSync(served.gloss.config.workspace, { recursive: true })).toEqual(['incoming'])
  })

  it('of a name that is no corpus is not received at all', async () => {
    const refused = await inject('/papers?corpus=Not.A.Name', { method: 'POST', ...formOf([]) })
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'corpus'])
    expect(readdirSync(served.gloss.config.workspace)).toEqual([])
  })
})

describe('uploaded files', () => {
  const kept = (corpus = 'main') =>
    readdirSync(served.gloss.workspace.filesPath(corpus))
      .map((name) => name.slice(17))
      .sort()
  const ingested = async (files: Parameters<typeof formOf>[0], query = '') =>
    await eventsOf((await upload(files, query)).json().id)

  it('stay with their papers, also with those that the gate dropped; those of failed papers go', async () => {
    const broken = { name: 'broken.pdf', bytes: '%PDF-1.7 and no more' }
    await ingested([file('bark-extract-lupeol'), file('medieval-trade-law'), broken])
    const { papers } = (await inject('/papers')).json()
    expect(papers.map(({ state }: { state: string }) => state.split(':')[0]).sort()).toEqual([
      'dropped',
      'failed',
      'kept',
    ])
    const both = ['bark-extract-lupeol.pdf', 'medieval-trade-law.pdf']
    await expect.poll(() => kept()).toEqual(both)
    // Uploaded again, the papers are reported in the same way.
    await ingested([file('medieval-trade-law'), file('bark-extract-lupeol')])
    await expect.poll(() => kept()).toEqual(both)
    expect((await inject('/papers')).json().papers).toHaveLength(3)
  })

  it('show the pages of a paper that was dropped and that a person keeps, and go when it is removed', async () => {
    await ingested([file('medieval-trade-law')])
    const [{ id, state }] = (await inject('/papers')).json().papers
    expect(state).toBe('dropped:off_topic')
    await inject(`/gate/${id}`, { method: 'POST', payload: { decision: 'keep' } })
    expect((await inject(`/papers/${id}`)).json().state).toBe('kept')
    expect((await inject(`/papers/${id}/pages/1/image`)).statusCode).toBe(200)
    expect((await inject(`/papers/${id}/file`)).statusCode).toBe(200)
    await inject(`/papers/${id}`, { method: 'DELETE' })
    await expect.poll(() => kept()).toEqual([])
  })

  it('are called as who sent them calls them', async () => {
    const note = { name: 'my note.txt', bytes: 'Lupeol binds the kinase AKT1 in cells of the bark.' }
    await ingested([note], '?topic=none')
    const [{ id, document }] = (await inject('/papers')).json().papers
    expect(document).toBe('my-note')
    expect((await inject(`/papers/${id}/citation?format=bibtex`)).payload).not.toContain(id.slice(0, 16))
  })

  it('that hold records stay as long as one of them is kept', async () => {
    const line = (title: string) => JSON.stringify({ title, text: 'Lupeol binds the kinase AKT1.' })
    const list = { name: 'list.jsonl', bytes: `${line('One')}\n{broken\n` }
    await ingested([list, { name: 'bad.jsonl', bytes: '{broken\n' }], '?topic=none')
    await expect.poll(() => kept()).toEqual(['list.jsonl'])
  })

  it('of a job that was stopped before it began are gone with it', async () => {
    const first = (await upload([file('bark-extract-lupeol')])).json()
    const second = (await upload([file('akt1-allosteric')])).json()
    expect((await inject(`/jobs/${second.id}`, { method: 'DELETE' })).statusCode).toBe(202)
    await Promise.all([eventsOf(first.id), eventsOf(second.id)])
    const states = (await inject('/jobs')).json().jobs.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['cancelled', 'done'])
    await expect.poll(() => kept()).toEqual(['bark-extract-lupeol.pdf'])
  })

  it('that two jobs bring are there for both', async () => {
    const jobs = []
    for (let i = 0; i < 2; i++) jobs.push((await upload([file('medieval-trade-law')])).json())
    for (const { id } of jobs) await eventsOf(id)
    const states = (await inject('/jobs')).json().jobs.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['done', 'done'])
    await expect.poll(() => kept()).toEqual(['medieval-trade-law.pdf'])
  })
})

describe('jobs of one corpus', () => {
  it('wait until another process has written the corpus, and say so', async () => {
    const { store } = await served.gloss.sessionOfNew('main')
    const writer = await store.write('somebody else')
    const { id } = (await upload([file('bark-extract-lupeol')])).json()
    const job = async () => (await inject(`/jobs/${id}`)).json()
    await expect
      .poll(job)
      .toMatchObject({ state: 'waiting', waitsFor: 'Another process is writing the corpus.', ended: null })
    await writer[Symbol.asyncDispose]()
    await eventsOf(id)
    expect(await job()).toMatchObject({ state: 'done', waitsFor: null, result: { kept: 1 } })
  })

  it('that wait for another process can be stopped', async () => {
    const { store } = await served.gloss.sessionOfNew('main')
    await using _ = await store.write('somebody else')
    const { id } = (await upload([file('bark-extract-lupeol')])).json()
    await expect.poll(async () => (await inject(`/jobs/${id}`)).json().waitsFor).not.toBe(null)
    await inject(`/jobs/${id}`, { method: 'DELETE' })
    await eventsOf(id)
    expect((await inject(`/jobs/${id}`)).json()).toMatchObject({ state: 'cancelled', waitsFor: null })
  })
})

describe('stopping', () => {
  it('ends jobs and their streams, and answers 503 until it is over', async () => {
    const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
    const form = new FormData()
    for (const name of ['bark-extract-lupeol', 'akt1-allosteric', 'cas9-off-target'])
      form.append('file', new Blob([readFileSync(samplePaper(name))]), `${name}.pdf`)
    const { id } = (await (await fetch(`${origin}/papers`, { method: 'POST', body: form })).json()) as {
      id: string
    }
    const stream = await fetch(`${origin}/jobs/${id}/events`)
    const read = stream.text()
    served.server.life.stop()
    for (const url of ['/ready', '/corpora']) {
      const refused = await fetch(origin + url)
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'STOPPING'])
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    await stopServer(served.server, 5_000)
    expect(await read).toContain('event: job-changed')
    await expect(fetch(`${origin}/health`)).rejects.toThrow()
  })
})
