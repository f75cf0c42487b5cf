/** Tests a backend over HTTP whose server misbehaves: the question ends with an error that names the server and the fault. */
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendAt, type CorpusSession } from '../../../app/index.ts'
import { type Loopback, openLoopback } from '../../fakes/loopback.ts'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

type Behave = (request: { readonly path: string; readonly body: Body }, response: ServerResponse) => void
interface Body {
  readonly k: number
  readonly units?: readonly { readonly id: string }[]
  readonly isFirst?: boolean
  readonly isLast?: boolean
}

const QUERY = 'Which IC50 did the bark extract show?'

let served: Served
let session: CorpusSession
let unit = ''
let behave: Behave
let asked: { path: string; body: Body }[] = []
let server: Loopback

beforeAll(async () => {
  served = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
  session = await served.gloss.session()
  unit = (await session.retrieve({ query: QUERY, k: 1 }, AbortSignal.timeout(60_000))).hits[0]?.unit ?? ''
  server = await openLoopback(async (request, response) => {
    const sent = await text(request)
    const call = { path: request.url ?? '', body: sent === '' ? { k: 0 } : JSON.parse(sent) }
    asked.push(call)
    behave(call, response)
  })
})
afterAll(async () => {
  await server.close()
  await served.close()
})

function retrieve(how: Behave, signal = AbortSignal.timeout(60_000)) {
  behave = how
  asked = []
  return session.retrieve({ query: QUERY, k: 2, backend: backendAt(server.origin) }, signal)
}

const answer =
  (body: unknown, status = 200): Behave =>
  (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

describe('a backend over HTTP', () => {
  it('is sent the corpus once it says that it lacks it, and asked again', async () => {
    let has = false
    const { hits } = await retrieve(({ path, body }, response) => {
      if (path === '/units') has ||= body.isLast === true
      if (path === '/retrieve' && !has) response.writeHead(409).end()
      else response.end(JSON.stringify({ hits: [{ unit, score: 1 }] }))
    })
    expect(hits.map((hit) => hit.unit)).toEqual([unit])
    expect(asked.map(({ path }) => path).filter((path, at, all) => path !== all[at - 1])).toEqual([
      '/retrieve',
      '/units',
      '/retrieve',
    ])
    const sent = asked.flatMap(({ body }) => body.units ?? []).map(({ id }) => id)
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent).toContain(unit)
  })

  it('may give too many hits: the best are taken', async () => {
    const all = await session.units({ limit: 100 })
    const hits = all.map(({ id }, at) => ({ unit: id, score: at }))
    const found = await retrieve(answer({ hits }))
    expect(found.hits.length).toBeLessThanOrEqual(2)
    expect(found.hits[0]?.score).toBe(hits.length - 1)
  })

  const cut: Behave = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"hits": [{"unit": "')
    setImmediate(() => response.destroy())
  }
  const flood: Behave = (_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000_000)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  }

  it.each<{ readonly name: string; readonly how: Behave; readonly says: string }>([
    { name: 'throws', how: answer('a stack trace', 500), says: 'answered /retrieve with 500: a stack trace' },
    { name: 'closes in the middle', how: cut, says: 'before the answer was complete' },
    { name: 'closes at once', how: (_, response) => void response.destroy(), says: 'could not be asked' },
    { name: 'sends no JSON', how: answer('<html>'), says: 'not JSON' },
    { name: 'sends NaN', how: answer(`{"hits": [{"unit": "x", "score": NaN}]}`), says: 'not JSON' },
    { name: 'sends no score', how: () => undefined, says: 'the score null' },
    { name: 'sends no list', how: answer({ results: [] }), says: 'without a list `hits`' },
    {
      name: 'sends ids of nobody',
      how: answer({ hits: [{ unit: 'mine-7', score: 1 }] }),
      says: 'not a unit',
    },
    { name: 'sends one unit twice', how: () => undefined, says: 'twice' },
    { name: 'sends without end', how: flood, says: 'larger than 10000000 bytes' },
    { name: 'lacks the corpus for ever', how: answer('', 409), says: '409' },
    {
      name: 'redirects',
      how: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      says: 'answered /retrieve with 302',
    },
    {
      name: 'fails at the units',
      how: ({ path }, response) => void response.writeHead(path === '/units' ? 503 : 409).end('full'),
      says: 'answered /units with 503: full',
    },
  ])('that $name ends the question with PLUGIN_FAILED', async ({ name, how, says }) => {
    const twice = answer({
      hits: [
        { unit, score: 1 },
        { unit, score: 2 },
      ],
    })
    const none = answer({ hits: [{ unit, score: null }] })
    const shown = name === 'sends one unit twice' ? twice : name === 'sends no score' ? none : how
    await expect(retrieve(shown)).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringContaining(says),
    })
  })

  it('that hangs is left when the caller leaves, with the connection', async () => {
    const stop = new AbortController()
    let isClosed: Promise<void> | undefined
    const asking = retrieve((_, response) => {
      isClosed = new Promise((resolve) => void response.once('close', resolve))
      stop.abort(new Error('enough'))
    }, stop.signal)
    await expect(asking).rejects.toThrow('enough')
    await isClosed
  })

  it('that is not there is named', async () => {
    const asking = session.retrieve(
      { query: QUERY, k: 2, backend: backendAt('http://127.0.0.1:1') },
      AbortSignal.timeout(60_000),
    )
    await expect(asking).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringContaining('http://127.0.0.1:1 could not be asked'),
    })
  })
})
