/** Tests that requests over a limit are refused with 503 and a time to wait, and accepted once there is room. */
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { createPagePictures } from '../../../api/routes/page-pictures.ts'
import { GlossError } from '../../../core/index.ts'
import type { CodeRunner, RunOptions } from '../../../tools/sandbox/ports.ts'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { asking, BODY, heldRole, openServedSolver } from '../../fixtures/served-solver.ts'
import { type Answer, column, openService, type Service } from '../../fixtures/service.ts'

/** Starts a service whose jobs wait for a lookup that never answers. */
async function endlessLookups() {
  const { crossrefUrl, openalexUrl, ...catalogues } = await openCatalogueServer(() => null)
  onTestFinished(() => catalogues[Symbol.asyncDispose]())
  return { crossrefUrl, openalexUrl }
}

const note = (text: string) => [{ name: 'note.txt', bytes: `${text}\n\nLupeol binds the kinase AKT1.` }]
const upload = (service: Service, text: string, query = 'topic=none') => service.upload(note(text), query)
const isFull = ({ body, headers }: Pick<Answer, 'body' | 'headers'>) => {
  expect(body).toMatchObject({ status: 503, code: 'QUEUE_FULL', retry: true })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}
const FORM_BEGUN =
  'POST /papers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n--b\r\n'
const connectTo = async (service: Service) =>
  connect(Number(new URL(await service.listen()).port), '127.0.0.1')

describe('jobs', () => {
  it('are at most GLOSS_JOBS and GLOSS_WAITING_JOBS over all corpora; one that ends makes room', async () => {
    const one = await openService({ jobs: 1, waitingJobs: 1, ...(await endlessLookups()) })
    const first = (await upload(one, 'First', 'corpus=one&topic=none&lookup=true')).body
    const second = (await upload(one, 'Second', 'corpus=two&topic=none')).body
    isFull(await upload(one, 'Third', 'corpus=three&topic=none'))
    const states = async () => column((await one.get('/jobs')).body.jobs, 'state')
    expect(await states()).toEqual(['waiting', 'running'])
    expect(await one.gloss.workspace.listCorpora()).toEqual(['one', 'two'])
    await one.remove(`/jobs/${second.id}`)
    expect(await states()).toEqual(['cancelled', 'running'])
    await expect.poll(async () => (await upload(one, 'Fourth', 'corpus=four&topic=none')).status).toBe(202)
    await one.remove(`/jobs/${first.id}`)
  })
})

describe('uploads', () => {
  it('are received up to GLOSS_UPLOADS at once', async () => {
    const one = await openService({ uploads: 1 })
    const { payload, headers } = formOf(note('Slow'))
    const stream = new Readable({ read: () => undefined })
    stream.push(payload.subarray(0, payload.length - 20))
    const slow = one.send({ method: 'POST', url: '/papers?topic=none', headers, payload: stream })
    const { workspace } = one.gloss.config
    await expect.poll(() => readdirSync(workspace, { recursive: true }).length).toBe(2)
    isFull(await upload(one, 'Fast'))
    stream.push(payload.subarray(payload.length - 20))
    stream.push(null)
    expect([(await slow).status, (await upload(one, 'Fast')).status]).toEqual([202, 202])
  })

  it('that do not end are cut off after GLOSS_BODY_TIMEOUT_MS', async () => {
    const one = await openService({ bodyTimeoutMs: 1_000 })
    const socket = await connectTo(one)
    const answer = text(socket)
    socket.write(FORM_BEGUN)
    expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    await expect.poll(() => readdirSync(`${one.gloss.config.workspace}/incoming`)).toEqual([])
    expect(await one.gloss.workspace.listCorpora()).toEqual([])
  })

  it('free their places if their client leaves before they are read', async () => {
    const one = await openService({ uploads: 1, jobs: 1, waitingJobs: 0 })
    const { defaultCorpus } = one.gloss
    const asked = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const left = new Promise<void>((resolve) => {
      one.server.server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
    })
    Object.assign(one.gloss, {
      async defaultCorpus() {
        asked.resolve()
        await left
        isRead.resolve()
        return 'main'
      },
    })
    const socket = (await connectTo(one)).on('error', () => undefined)
    socket.write(FORM_BEGUN)
    await asked.promise
    socket.destroy()
    await isRead.promise
    Object.assign(one.gloss, { defaultCorpus })
    await expect.poll(async () => (await upload(one, 'Next')).status).toBe(202)
  })
})

describe('page images', () => {
  const asked = { corpus: 'main', page: 1, widthPixels: 900 }
  const request = { ip: '127.0.0.1' } as never

  /** Starts a service whose renderer waits for the test. */
  async function ground(settings: object = {}) {
    const one = await openService(settings as Record<string, unknown>, {
      papers: [samplePaper('bark-extract-lupeol')],
    })
    const [{ id: paper }] = (await one.get('/papers')).body.papers
    const drawn: { width: number; signal: AbortSignal; end: (bytes: Uint8Array | Error) => void }[] = []
    const render = (_: Uint8Array, __: number, width: number, signal: AbortSignal) =>
      new Promise<Uint8Array>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        const end = (bytes: Uint8Array | Error) => (bytes instanceof Error ? reject(bytes) : resolve(bytes))
        drawn.push({ width, signal, end })
      })
    const gloss = { ...one.gloss, pdf: () => ({ ...one.gloss.pdf(), render }) }
    const pictures = createPagePictures(gloss, { watchCache() {} }, one.server.life.signal)
    const png = (part: object = {}, left: AbortSignal = new AbortController().signal) =>
      pictures.png({ ...asked, paper, ...part }, request, left)
    return { png, drawn, begun: (count: number) => expect.poll(() => drawn.length).toBe(count) }
  }

  it('are queued up to GLOSS_WAITING_PICTURES', async () => {
    const { png, drawn, begun } = await ground({ waitingPictures: 1 })
    const first = [png(), png({ page: 2 })]
    await begun(2)
    await expect(png({ widthPixels: 320 })).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    // A request for a page that is already being drawn takes no place.
    first.push(png())
    for (const { end } of drawn) end(new Uint8Array([1]))
    expect(await Promise.all(first)).toHaveLength(3)
    const next = png({ widthPixels: 320 })
    await begun(3)
    drawn[2]?.end(new Uint8Array([2]))
    await next
  })

  it('are drawn in a few widths, which requests of similar widths share', async () => {
    const { png, drawn, begun } = await ground()
    const both = [png({ widthPixels: 641 }), png({ widthPixels: 899 })]
    await begun(1)
    expect(drawn[0]?.width).toBe(900)
    drawn[0]?.end(new Uint8Array([1]))
    await Promise.all(both)
    await png({ widthPixels: 700 })
    expect(drawn).toHaveLength(1)
  })

  it('are abandoned when the last client leaves, not the first', async () => {
    const { png, drawn, begun } = await ground()
    const clients = [new AbortController(), new AbortController()]
    const waiting = Promise.allSettled(clients.map(({ signal }) => png({}, signal)))
    await begun(1)
    clients[0]?.abort()
    expect(drawn[0]?.signal.aborted).toBe(false)
    clients[1]?.abort()
    expect(drawn[0]?.signal.aborted).toBe(true)
    await waiting
    const again = png()
    await begun(2)
    drawn[1]?.end(new Uint8Array([1]))
    expect([...(await again)]).toEqual([1])
  })

  it('that failed are not tried again in another width', async () => {
    const { png, drawn, begun } = await ground()
    const failing = png()
    await begun(1)
    drawn[0]?.end(new GlossError('FILE_UNREADABLE', 'Reading took more than 30 s.'))
    await expect(failing).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    await expect(png({ widthPixels: 320 })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    expect(drawn).toHaveLength(1)
  })
})

describe('programs', () => {
  it('are at most GLOSS_EXECUTIONS and GLOSS_WAITING_EXECUTIONS, timed from their arrival', async () => {
    const one = await openService({ execute: true, executions: 1, waitingExecutions: 1 })
    const runs: RunOptions[] = []
    const ends: (() => void)[] = []
    const result = { output: '42\n', error: null, executionTime: 0, truncated: false }
    const run = (_: string, options: RunOptions) =>
      new Promise<typeof result>((resolve) => {
        runs.push(options)
        ends.push(() => resolve(result))
      })
    const gloss = { ...one.gloss, sandbox: async () => ({ run }) as unknown as CodeRunner }
    const server = buildServer(gloss)
    onTestFinished(() => server.close())
    const payload = { code: 'print(42)', timeout: 2 }
    const execute = async () => {
      const answer = await server.inject({ method: 'POST', url: '/execute', payload })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    }
    const both = [execute(), execute()]
    await expect.poll(() => runs.length).toBe(2)
    expect(runs[0]).toMatchObject({ timeoutMs: 2_000, isTimedFromCall: true })
    isFull(await execute())
    for (const end of ends) end()
    expect(await Promise.all(both)).toMatchObject([{ status: 200 }, { status: 200 }])
    const third = execute()
    await expect.poll(() => runs.length).toBe(3)
    ends[2]?.()
    expect((await third).status).toBe(200)
  })
})

describe('event streams', () => {
  it('are at most GLOSS_EVENT_STREAMS; a client that leaves makes room', async () => {
    const one = await openService({ eventStreams: 1, ...(await endlessLookups()) })
    const { id } = (await upload(one, 'Watched', 'topic=none&lookup=true')).body
    const events = `${await one.listen()}/jobs/${id}/events`
    const client = new AbortController()
    expect((await fetch(events, { signal: client.signal })).status).toBe(200)
    isFull(await one.get(`/jobs/${id}/events`))
    client.abort()
    const again = async () => {
      const answer = await fetch(events)
      await answer.body?.cancel()
      return answer.status
    }
    await expect.poll(again).toBe(200)
  })
})

describe('runs', () => {
  it('are at most GLOSS_RUNS; a refused one leaves nothing behind', async () => {
    const never = new Promise(() => undefined)
    const scripts = { proposer: () => ({ text: 'So it is.', gate: () => never }) }
    const { origin } = await openServedSolver(scripts, { settings: { runs: 1 } })
    const post = async (path: string, body: object = {}) => {
      const answer = await fetch(`${origin}${path}`, asking(body, { prefer: 'respond-async' }))
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() }
    }
    const first = await post('/solve', BODY)
    expect(first.status).toBe(202)
    isFull(await post('/solve', BODY))
    isFull(await post('/solve/demonstration'))
    expect(await (await fetch(`${origin}/runs`)).json()).toMatchObject({ runs: [{}] })
    const { id } = first.body as { id: string }
    await post(`/runs/${id}/cancel`)
    expect((await post(`/runs/${id}/resume`)).status).toBe(202)
    isFull(await post('/solve', BODY))
    await post(`/runs/${id}/cancel`)
  })
})

describe('questions to models', () => {
  /** Starts a service for one question at a time whose model is silent until it is released or its client leaves. */
  async function held() {
    const { scripts, letGo, reached } = heldRole('proposer', 'Lupeol spares AKT2. '.repeat(20))
    const { origin } = await openServedSolver(scripts, { settings: { chats: 1 } })
    const messages = [{ role: 'user', content: 'Which isoform does lupeol spare?' }]
    const send = (signal: AbortSignal | null = null) =>
      fetch(`${origin}/v1/chat/completions`, { ...asking({ model: 'gloss', messages }), signal })
    return { origin, send, letGo, reached }
  }

  it('are at most GLOSS_CHATS under /v1 and /ask together; one that ends makes room', async () => {
    const { origin, send, letGo, reached } = await held()
    const first = send()
    await reached
    const refused = await send()
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'QUEUE_FULL' } }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const asked = await fetch(`${origin}/ask`, asking({ question: 'Which isoform?' }))
    expect([asked.status, await asked.json()]).toMatchObject([503, { code: 'QUEUE_FULL' }])
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    letGo()
    expect((await first).status).toBe(200)
    await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200)
  })

  it('free their places when their client leaves', async () => {
    const { send, letGo, reached } = await held()
    const leaving = new AbortController()
    const first = send(leaving.signal)
    await reached
    leaving.abort()
    await expect(first).rejects.toThrow('aborted')
    letGo()
    await expect.poll(async () => (await send()).status, { timeout: 60_000 }).toBe(200)
  })
})
