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
  (body: string | object | (() => string), status = 200): Behave =>
  (_, response) => {
    const text = typeof body === 'function' ? body() : body
    response.writeHead(status).end(typeof text === 'string' ? text : JSON.stringify(text))
  }

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

  const redirect: Behave = (_, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  const failAtUnits: Behave = ({ path }, response) =>
    void response.writeHead(path === '/units' ? 503 : 409).end('full')
  const hits = (...scores: (number | null)[]) =>
    answer(() => JSON.stringify({ hits: scores.map((score) => ({ unit, score })) }))

  it.each<[name: string, says: string, how: Behave]>([
    ['throws', 'answered /retrieve with 500: a stack trace', answer('a stack trace', 500)],
    ['closes in the middle', 'before the answer was complete', cut],
    ['closes at once', 'could not be reached', (_, response) => void response.destroy()],
    ['sends no JSON', 'not JSON', answer('<html>')],
    ['sends NaN', 'not JSON', answer('{"hits": [{"unit": "x", "score": NaN}]}')],
    ['sends no score', 'the score null', hits(null)],
    ['sends no list', 'without a list `hits`', answer({ results: [] })],
    ['sends unknown ids', 'not a unit', answer({ hits: [{ unit: 'mine-7', score: 1 }] })],
    ['sends one unit twice', 'twice', hits(1, 2)],
    ['sends without end', 'larger than 10000000 bytes', flood],
    ['never has the corpus', '409', answer('', 409)],
    ['redirects', 'answered /retrieve with 302', redirect],
    ['fails at the units', 'answered /units with 503: full', failAtUnits],
  ])('that %s ends the question with PLUGIN_FAILED', async (_, says, how) => {
    const message = expect.stringContaining(says)
    await expect(retrieve(how)).rejects.toMatchObject({ code: 'PLUGIN_FAILED', message })
  })

  it('that hangs is left, with the connection, when the caller leaves', async () => {
    const stop = new AbortController()
    let isClosed: Promise<void> | undefined
    const asking = retrieve((_, response) => {
      isClosed = new Promise((resolve) => void response.once('close', resolve))
      stop.abort(new Error('enough'))
    }, stop.signal)
    await expect(asking).rejects.toThrow('enough')
    await isClosed
  })

  it('that cannot be reached is named', async () => {
    const asking = session.retrieve(
      { query: QUERY, k: 2, backend: backendAt('http://127.0.0.1:1') },
      AbortSignal.timeout(60_000),
    )
    await expect(asking).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringContaining('http://127.0.0.1:1 could not be reached'),
    })
  })
})
