/** Servers of one PostgreSQL server: an upload is accepted at any of them, read at any, and watched and cancelled at any. */
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { relative } from 'node:path'
import { cwd } from 'node:process'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createCorpus, deleteCorpus } from '../../../app/index.ts'
import { readUpload, workOnPapers } from '../../../app/work/index.ts'
import type { PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresWorkspace } from '../../../corpus/adapters/postgres-workspace.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { uploadOf } from '../../fixtures/open-uploads.ts'
import { formOf, type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

const TEXT = `Lupeol from bark\n\n${'Lupeol binds the kinase AKT1 in cells of the bark. '.repeat(8)}`
const never = new AbortController().signal
const pdf = (name: string) => ({ name: `${name}.pdf`, bytes: readFileSync(samplePaper(name)) })

let database: PostgresServer
beforeAll(async () => {
  database = await openPgliteServer({ canSearch: false })
})
afterAll(() => database.close())

const served: Served[] = []
afterEach(async () => {
  for (const each of served.splice(0)) await each.close()
  for (const { name } of await database.query<{ name: string }>('SELECT name FROM gloss.corpus'))
    await openIn('').deleteCorpus(name)
  await database.query('DELETE FROM gloss.upload')
})
const openIn = (folder: string) =>
  openPostgresWorkspace({ ...database, close: async () => undefined }, folder)

/** Starts a server of the database; with `jobs: 0` it reads no upload. */
async function join({
  jobs = 1,
  ...settings
}: { jobs?: number } & Record<string, unknown> = {}): Promise<Served> {
  const server = await serve(
    { jobs: Math.max(1, jobs), ...settings },
    {
      workspaceIn(folder) {
        // Relative, as the default is.
        const workspace = openIn(relative(cwd(), folder))
        return jobs > 0
          ? workspace
          : { ...workspace, uploadJobs: { ...workspace.uploadJobs!, claim: async () => null } }
      },
    },
  )
  served.push(server)
  return server
}

const upload = ({ server }: Served, files: Parameters<typeof formOf>[0], query = '') =>
  server.inject({ method: 'POST', url: `/papers?topic=none${query}`, ...formOf(files) })
const jobAt = async ({ server }: Served, id: string) => (await server.inject(`/jobs/${id}`)).json()
const pieces = () => database.query('SELECT FROM gloss.upload_piece')
const note = { name: 'bark.txt', bytes: TEXT }

describe('an upload at one of several servers', () => {
  it('is read by another, and both report it to the last event', async () => {
    const [one, other] = [await join({ jobs: 0 }), await join()]
    const accepted = await upload(one, [
      pdf('bark-extract-lupeol'),
      { name: 'broken.pdf', bytes: '%PDF-1.7 and no more' },
    ])
    expect([accepted.statusCode, accepted.json().state]).toEqual([202, 'waiting'])
    const { id } = accepted.json()
    const streams = await Promise.all([one, other].map(({ server }) => server.inject(`/jobs/${id}/events`)))
    const told = streams.map(({ payload }) => payload.match(/^(id|event): .*|"state":"[a-z:_]+"/gm))
    expect(told[0]).toEqual(told[1])
    expect(told[0]?.filter((line) => line.startsWith('"state'))).toEqual([
      '"state":"waiting"',
      '"state":"running"',
      '"state":"kept"',
      '"state":"failed:damaged_pdf"',
      '"state":"done"',
    ])
    const jobs = await Promise.all([one, other].map((each) => jobAt(each, id)))
    expect(jobs[0]).toEqual(jobs[1])
    const result = { kept: 1, failed: { damaged_pdf: 1 } }
    expect(jobs[0]).toMatchObject({ state: 'done', papers: 2, result, problem: null })
    expect((await one.server.inject('/jobs')).json().jobs).toEqual([jobs[0]])
    const rest = await one.server.inject({ url: `/jobs/${id}/events`, headers: { 'last-event-id': '4' } })
    expect(rest.payload.match(/^id: \d+/gm)).toEqual(['id: 5'])
    // What was read is where it was read and in the database; what came to nothing is nowhere.
    const filesAt = ({ gloss }: Served) => {
      const folder = gloss.workspace.filesPath('main')
      return existsSync(folder) ? readdirSync(folder).map((name) => name.slice(17)) : []
    }
    await expect.poll(() => filesAt(other)).toEqual(['bark-extract-lupeol.pdf'])
    expect([filesAt(one), await pieces(), await database.query('SELECT FROM gloss.file')]).toEqual([
      [],
      [],
      [{}],
    ])
    renameSync(other.gloss.workspace.filesPath('main'), `${other.gloss.workspace.filesPath('main')}-away`)
    for (const { server } of [one, other]) {
      const [{ id: paper }] = (await server.inject('/papers?state=kept')).json().papers
      const file = await server.inject(`/papers/${paper}/file`)
      expect([file.statusCode, file.rawPayload]).toEqual([200, pdf('bark-extract-lupeol').bytes])
      expect((await server.inject(`/papers/${paper}/pages/1/image`)).statusCode).toBe(200)
    }
  })

  it('can be cancelled at another, waiting or running, which frees its place', async () => {
    const [one, other] = [await join({ jobs: 0, waitingJobs: 1 }), await join({ jobs: 0 })]
    const waiting = (await upload(one, [note])).json()
    const working = (await upload(one, [note])).json()
    expect((await upload(one, [note])).json().code).toBe('QUEUE_FULL')
    const stream = one.server.inject(`/jobs/${working.id}/events`)
    const cancel = ({ id }: { id: string }) => other.server.inject({ method: 'DELETE', url: `/jobs/${id}` })
    expect((await cancel(waiting)).json()).toMatchObject({ id: waiting.id, state: 'cancelled' })
    // A worker of another process has it.
    const held = await openIn('').uploadJobs!.claim([])
    expect((await cancel(working)).json()).toMatchObject({ state: 'running', ended: null })
    expect(await readUpload(other.gloss, held!, { signal: never, workers: 1 })).toBeNull()
    expect((await stream).payload).toContain('"state":"cancelled"')
    expect([await jobAt(one, working.id), await pieces()]).toMatchObject([{ state: 'cancelled' }, []])
    await expect.poll(async () => (await upload(one, [note])).statusCode, { timeout: 5_000 }).toBe(202)
  })

  it('continues after its reader was stopped or lost its connection, also at a worker', async () => {
    const one = await join({ jobs: 0 })
    const { id } = (await upload(one, [note])).json()
    const stop = AbortSignal.abort()
    const claim = () => openIn('').uploadJobs!.claim([])
    await readUpload(one.gloss, (await claim())!, { signal: stop })
    expect(await jobAt(one, id)).toMatchObject({ state: 'waiting', started: null })
    const lost = (await claim())!
    const gone = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
    const held = { ...lost, paperEnded: () => Promise.reject(gone) }
    const reading = readUpload(one.gloss, held, { signal: never })
    await expect(reading).rejects.toBe(gone)
    expect(await jobAt(one, id)).toMatchObject({ state: 'running', ended: null })
    const worker = await join({ jobs: 0 })
    const read = []
    for await (const paper of workOnPapers(withClaims(worker), { isOnce: true }, never)) read.push(paper)
    expect(read).toMatchObject([{ corpus: 'main', state: 'done', detail: 'kept' }])
    const result = { seen: 1, unchanged: 1 }
    expect(await jobAt(one, id)).toMatchObject({ state: 'done', papers: 1, result })
    // For the pages at every machine, though another reader read it.
    expect(await database.query('SELECT FROM gloss.file')).toHaveLength(1)
  })

  it('does not keep a worker from queued papers, each reported with its end', async () => {
    const worker = await join({ jobs: 0 })
    await createCorpus(worker.gloss, 'main')
    const queued = ['%PDF-1.7 torn', TEXT.replaceAll('Lupeol', 'Betulin')].map((text, at) => ({
      path: `queued-${at}.${at === 0 ? 'pdf' : 'txt'}`,
      bytes: new TextEncoder().encode(text),
    }))
    await worker.gloss.workspace.paperJobs!.add('main', 'none', queued)
    const worked = []
    for await (const { state, detail } of workOnPapers(worker.gloss, { isOnce: true }, never))
      worked.push([state, detail])
    expect(worked).toEqual([
      ['failed', expect.stringMatching(/^failed/)],
      ['done', 'kept'],
    ])
  })

  it('waits while another process writes to the corpus', async () => {
    const one = await join()
    const { store } = await one.gloss.sessionOfNew('main')
    const writer = await store.write('somebody else')
    const { id } = (await upload(one, [note])).json()
    await expect
      .poll(() => states(id), { timeout: 10_000 })
      .toEqual(expect.arrayContaining(['running', 'waiting', 'running']))
    expect((await jobAt(one, id)).ended).toBeNull()
    await writer[Symbol.asyncDispose]()
    await one.server.inject(`/jobs/${id}/events`)
    expect(await jobAt(one, id)).toMatchObject({ state: 'done', result: { kept: 1 } })
  })

  it('may be sent by an agent', async () => {
    const [one] = [await join({ mcpAdd: true }), await join()]
    const paper = { base64: Buffer.from(TEXT).toString('base64'), name: 'bark.txt', topic: 'none' }
    const params = { name: 'add', arguments: paper }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const answer = await one.server.inject({ method: 'POST', url: '/mcp', headers, payload: call })
    expect(answer.payload).toContain(String.raw`\"kept\":1`)
    expect((await one.server.inject('/jobs')).json().jobs).toMatchObject([
      { state: 'done', files: ['bark.txt'] },
    ])
  })
})

describe('an upload that is not accepted leaves nothing in the database', () => {
  const isEmpty = async (of: Served) => {
    expect([(await of.server.inject('/jobs')).json().jobs, await pieces()]).toEqual([[], []])
    expect(readdirSync(`${of.gloss.config.workspace}/incoming`)).toEqual([])
  }

  it('because it is too large', async () => {
    const one = await join({ maxBodyMb: 1 })
    const { payload, headers } = formOf([note, { name: 'large.txt', bytes: Buffer.alloc(1024 * 1024, 'x') }])
    const form = { method: 'POST', url: '/papers', headers, payload: Readable.from([payload]) } as const
    const refused = await one.server.inject(form)
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'TOO_LARGE'])
    await isEmpty(one)
  })

  it.each([
    { name: 'is full', state: '53100', status: 507, code: 'STORE_UNWRITABLE' },
    { name: 'may not be written', state: '25006', status: 507, code: 'STORE_UNWRITABLE' },
    { name: 'is gone', state: '57P01', status: 503, code: 'STORE_UNREACHABLE' },
  ])('because the database $name', async ({ state, status, code }) => {
    const one = await join()
    // The second file is refused.
    await database.query(`CREATE FUNCTION gloss.refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.file = 1 THEN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END IF; RETURN NEW; END $$`)
    onTestFinished(async () => void (await database.query('DROP FUNCTION gloss.refuse CASCADE')))
    await database.query(
      'CREATE TRIGGER refusing BEFORE INSERT ON gloss.upload_piece FOR EACH ROW EXECUTE FUNCTION gloss.refuse()',
    )
    const refused = await upload(one, [note, { name: 'second.txt', bytes: TEXT }])
    expect([refused.statusCode, refused.json().code]).toEqual([status, code])
    await isEmpty(one)
  })
})

describe('a job of a corpus that is deleted', () => {
  it('fails while it waits, loses its files and those of its papers, and makes no corpus', async () => {
    const [one, other] = [await join({ jobs: 0 }), await join({ jobs: 0 })]
    const read = (await upload(one, [note])).json()
    await readUpload(other.gloss, (await openIn('').uploadJobs!.claim([]))!, { signal: never })
    expect(await jobAt(one, read.id)).toMatchObject({ state: 'done' })
    const { id } = (await upload(one, [{ name: 'more.txt', bytes: `${TEXT} More.` }])).json()
    const refused = await other.server.inject({ method: 'DELETE', url: '/corpora/main' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'CORPUS_BUSY'])
    const held = await openIn('').uploadJobs!.claim([])
    const waiting = (await upload(one, [note])).json()
    // By the command line.
    await deleteCorpus(other.gloss, 'main')
    const failed = { state: 'failed', problem: { code: 'CORPUS_NOT_FOUND' } }
    expect(await jobAt(one, waiting.id)).toMatchObject(failed)
    await readUpload(one.gloss, held!, { signal: never })
    expect(await jobAt(one, id)).toMatchObject(failed)
    expect([
      await pieces(),
      await database.query('SELECT FROM gloss.file'),
      await one.gloss.workspace.listCorpora(),
    ]).toEqual([[], [], []])
  })

  it('makes no corpus if it was accepted a moment too late', async () => {
    const one = await join({ jobs: 0 })
    const { uploadJobs } = openIn('')
    const { id } = await uploadJobs!.add(uploadOf('gone'))
    await readUpload(one.gloss, (await uploadJobs!.claim([]))!, { signal: never })
    expect(await jobAt(one, id)).toMatchObject({ state: 'failed', problem: { code: 'CORPUS_NOT_FOUND' } })
    expect(await one.gloss.workspace.listCorpora()).toEqual([])
  })
})

/** Returns a process that reads uploads. */
function withClaims({ gloss }: Served): Served['gloss'] {
  return { ...gloss, workspace: openIn(gloss.config.workspace) }
}

async function states(id: string): Promise<string[]> {
  const events = await openIn('').uploadJobs!.eventsAfter(id, 0)
  return events.flatMap((event) => (event.type === 'job-changed' ? [event.data.state] : []))
}
