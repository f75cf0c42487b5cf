/** Tests that requests over a limit are refused with 503 and a time to wait, and accepted once there is room. */
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { createPagePictures } from '../../../api/routes/page-pictures.ts'
import { GlossError } from '../../../core/index.ts'
import type { CodeRunner, RunOptions } from '../../../tools/sandbox/ports.ts'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { formOf, type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'
import { BODY, openServedSolver } from '../../fixtures/served-solver.ts'

async function served(settings: object, options: object = {}): Promise<Served> {
  const one = await serve(settings as Record<string, unknown>, options)
  onTestFinished(() => one.close())
  return one
}

/** Starts a service whose jobs wait for a lookup that never answers. */
async function endlessLookups() {
  const { crossrefUrl, openalexUrl, ...catalogues } = await openCatalogueServer(() => null)
  onTestFinished(() => catalogues[Symbol.asyncDispose]())
  return { crossrefUrl, openalexUrl }
}

const note = (text: string) => [{ name: 'note.txt', bytes: `${text}\n\nLupeol binds the kinase AKT1.` }]
const upload = ({ server }: Served, text: string, query = 'topic=none') =>
  server.inject({ method: 'POST', url: `/papers?${query}`, ...formOf(note(text)) })
const isFull = (answer: Awaited<ReturnType<typeof upload>>) => {
  expect([answer.statusCode, answer.json().code, answer.json().retry]).toEqual([503, 'QUEUE_FULL', true])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

describe('jobs', () => {
  it('are taken up to GLOSS_JOBS and GLOSS_WAITING_JOBS over all corpora, and again when one has gone', async () => {
    const one = await served({ jobs: 1, waitingJobs: 1, ...(await endlessLookups()) })
    const first = (await upload(one, 'First', 'corpus=one&topic=none&lookup=true')).json()
    const second = (await upload(one, 'Second', 'corpus=two&topic=none')).json()
    isFull(await upload(one, 'Third', 'corpus=three&topic=none'))
    const states = async () =>
      (await one.server.inject('/jobs')).json().jobs.map(({ state }: { state: string }) => state)
    expect(await states()).toEqual(['waiting', 'running'])
    expect(await one.gloss.workspace.listCorpora()).toEqual(['one', 'two'])
    await one.server.inject({ method: 'DELETE', url: `/jobs/${second.id}` })
    expect(await states()).toEqual(['cancelled', 'running'])
    await expect
      .poll(async () => (await upload(one, 'Fourth', 'corpus=four&topic=none')).statusCode)
      .toBe(202)
    await one.server.inject({ method: 'DELETE', url: `/jobs/${first.id}` })
  })
})

describe('uploads', () => {
  it('are received up to GLOSS_UPLOADS at once', async () => {
    const one = await served({ uploads: 1 })
    const { payload, headers } = formOf(note('Slow'))
    const stream = new Readable({ read: () => undefined })
    stream.push(payload.subarray(0, payload.length - 20))
    const slow = one.server.inject({ method: 'POST', url: '/papers?topic=none', headers, payload: stream })
    const { workspace } = one.gloss.config
    await expect.poll(() => readdirSync(workspace, { recursive: true }).length).toBe(2)
    isFull(await upload(one, 'Fast'))
    stream.push(payload.subarray(payload.length - 20))
    stream.push(null)
    expect((await slow).statusCode).toBe(202)
    expect((await upload(one, 'Fast')).statusCode).toBe(202)
  })

  it('that do not come to an end are cut off after GLOSS_BODY_TIMEOUT_MS', async () => {
    const one = await served({ bodyTimeoutMs: 1_000 })
    const { port } = new URL(await one.server.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
    let said = ''
    socket.on('data', (text: string) => {
      said += text
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      'POST /papers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n--b\r\n',
    )
    await closed
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
    await expect.poll(() => readdirSync(`${one.gloss.config.workspace}/incoming`)).toEqual([])
    expect(await one.gloss.workspace.listCorpora()).toEqual([])
  })

  it('whose client leaves before they are read give their places back', async () => {
    const one = await served({ uploads: 1, jobs: 1, waitingJobs: 0 })
    const { port } = new URL(await one.server.listen({ host: '127.0.0.1', port: 0 }))
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
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.write(
      'POST /papers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n\r\n--b\r\n',
    )
    await asked.promise
    socket.destroy()
    await isRead.promise
    Object.assign(one.gloss, { defaultCorpus })
    await expect.poll(async () => (await upload(one, 'Next')).statusCode).toBe(202)
  })
})

describe('page images', () => {
  const asked = { corpus: 'main', page: 1, widthPixels: 900 }
  const request = { ip: '127.0.0.1' } as never

  /** Starts a service whose renderer waits for the test. */
  async function ground(settings: object = {}) {
    const one = await served(settings, { papers: [samplePaper('bark-extract-lupeol')] })
    const [{ id: paper }] = (await one.server.inject('/papers')).json().papers
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

  it('wait up to GLOSS_WAITING_PICTURES', async () => {
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

  it('are drawn in a few widths, which those that are near share', async () => {
    const { png, drawn, begun } = await ground()
    const both = [png({ widthPixels: 641 }), png({ widthPixels: 899 })]
    await begun(1)
    expect(drawn[0]?.width).toBe(900)
    drawn[0]?.end(new Uint8Array([1]))
    await Promise.all(both)
    await png({ widthPixels: 700 })
    expect(drawn).toHaveLength(1)
  })

  it('are given up with the last client, not with the first', async () => {
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

  it('that could not be drawn are not tried again in another width', async () => {
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
  it('are as many as GLOSS_EXECUTIONS and GLOSS_WAITING_EXECUTIONS, timed from their arrival', async () => {
    const one = await served({ execute: true, executions: 1, waitingExecutions: 1 })
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
    const execute = () =>
      server.inject({ method: 'POST', url: '/execute', payload: { code: 'print(42)', timeout: 2 } })
    const both = [execute(), execute()]
    await expect.poll(() => runs.length).toBe(2)
    expect(runs[0]).toMatchObject({ timeoutMs: 2_000, isTimedFromCall: true })
    isFull(await execute())
    for (const end of ends) end()
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const third = execute()
    await expect.poll(() => runs.length).toBe(3)
    ends[2]?.()
    expect((await third).statusCode).toBe(200)
  })
})

describe('event streams', () => {
  it('are as many as GLOSS_EVENT_STREAMS; one that is left makes room', async () => {
    const one = await served({ eventStreams: 1, ...(await endlessLookups()) })
    const origin = await one.server.listen({ host: '127.0.0.1', port: 0 })
    const { id } = (await upload(one, 'Watched', 'topic=none&lookup=true')).json()
    const client = new AbortController()
    const watched = await fetch(`${origin}/jobs/${id}/events`, { signal: client.signal })
    expect(watched.status).toBe(200)
    isFull(await one.server.inject(`/jobs/${id}/events`))
    client.abort()
    const again = async () => {
      const answer = await fetch(`${origin}/jobs/${id}/events`)
      await answer.body?.cancel()
      return answer.status
    }
    await expect.poll(again).toBe(200)
  })
})

describe('runs', () => {
  it('are as many as GLOSS_RUNS; a refused one leaves nothing behind', async () => {
    const never = new Promise(() => undefined)
    const scripts = { proposer: () => ({ text: 'So it is.', gate: () => never }) }
    const { served: one } = await openServedSolver(scripts, { settings: { runs: 1 } })
    const ask = () =>
      one.server.inject({
        method: 'POST',
        url: '/solve',
        payload: BODY,
        headers: { prefer: 'respond-async' },
      })
    const first = await ask()
    expect(first.statusCode).toBe(202)
    isFull(await ask())
    isFull(await one.server.inject({ method: 'POST', url: '/solve/demonstration' }))
    expect((await one.server.inject('/runs')).json().runs).toHaveLength(1)
    const { id } = first.json()
    await one.server.inject({ method: 'POST', url: `/runs/${id}/cancel` })
    const resumed = await one.server.inject({ method: 'POST', url: `/runs/${id}/resume`, payload: {} })
    expect(resumed.statusCode).toBe(202)
    isFull(await ask())
    await one.server.inject({ method: 'POST', url: `/runs/${id}/cancel` })
  })
})
