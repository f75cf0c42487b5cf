/** Where the proxy cannot help, clients and model servers see the same bytes as without it (E32). */
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { FLOOD_PIECES, openFloodingServer } from '../../fakes/flooding-server.ts'
import { openRecordingServer, type RecordedAnswer } from '../../fakes/recording-server.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { type RawAnswer, type RawRequest, rawAnswer } from '../../fixtures/raw-answer.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

/** Ends with `/v1`. */
async function proxyTo(url: string, settings: Readonly<Record<string, unknown>> = {}): Promise<string> {
  served = await serve({ llmUrl: url, ...settings })
  return `${await served.server.listen({ host: '127.0.0.1', port: 0 })}/v1`
}

const seen = ({ status, bytes, isWhole, headers }: RawAnswer) => ({
  status,
  type: headers['content-type'],
  text: bytes.toString('latin1'),
  isWhole,
})

const OFF = { 'content-type': 'application/json', 'x-gloss-monitor': 'off' }
// Spaces, a long number and a doubled field: whoever reads and writes them again changes them.
const ODD_BODY =
  '{ "model":"big",\n "seed": 12345678901234567890, "top_p":1.0, "user":"é", "user":"e",\t"stream": STREAM,'
const MESSAGES = '"messages":[{"role":"user","content":"How many \\u0068aplotypes?"}] }\n'
const bodyOf = (isStream: boolean) => ODD_BODY.replace('STREAM', String(isStream)) + MESSAGES

const TEXT = 'Seven haplotypes — “ACE” 🧬 were found.'
const SCRIPTS: readonly { readonly name: string; readonly script: Script }[] = [
  { name: 'plain words', script: { text: TEXT } },
  { name: 'thoughts before them', script: { reasoning: 'Let me think. 🤔', text: TEXT } },
  { name: 'a tool call', script: { toolCalls: [{ name: 'search', arguments: '{"q":"ACE"}' }] } },
  { name: 'pieces cut anywhere', script: { text: TEXT, wire: { cutSeed: 7 } } },
  {
    name: 'carriage returns and comments',
    script: { text: TEXT, wire: { lineEnd: '\r\n', hasComments: true } },
  },
  {
    name: 'lone carriage returns and a byte order mark',
    script: { text: TEXT, wire: { lineEnd: '\r', hasByteOrderMark: true } },
  },
  { name: 'frames over several lines', script: { text: TEXT, wire: { isMultiLine: true } } },
  { name: 'no end mark and no counts', script: { text: TEXT, usage: 'never', wire: { hasDone: false } } },
  { name: 'one object though a stream was asked for', script: { text: TEXT, isWhole: true } },
]
const FAULTS: readonly { readonly name: string; readonly script: Script }[] = [
  {
    name: 'a refusal with a pause',
    script: {
      fault: {
        kind: 'status',
        status: 429,
        body: '{"error":{"message":"Slow down"}}',
        headers: { 'retry-after': '7', 'x-ratelimit-remaining-tokens': '0' },
      },
    },
  },
  { name: 'a failure', script: { fault: { kind: 'status', status: 500, body: 'oops' } } },
  {
    name: 'a redirect',
    script: {
      fault: { kind: 'status', status: 307, body: '', headers: { location: 'http://elsewhere.example/' } },
    },
  },
  { name: 'a page for people', script: { fault: { kind: 'html' } } },
  { name: 'nothing', script: { fault: { kind: 'empty' } } },
  { name: 'another type', script: { fault: { kind: 'wrong-type' } } },
  { name: 'an error in the first frame', script: { text: TEXT, fault: { kind: 'error-frame' } } },
  {
    name: 'an error in a later frame',
    script: { text: TEXT, fault: { kind: 'error-frame', afterFrames: 3 } },
  },
  { name: 'a malformed frame', script: { text: TEXT, fault: { kind: 'malformed', afterFrames: 2 } } },
  { name: 'an end without a reason', script: { text: TEXT, fault: { kind: 'end', afterFrames: 3 } } },
  {
    name: 'a connection that ends in the middle',
    script: { text: TEXT, paceMs: 2, fault: { kind: 'hang-up', afterFrames: 4 } },
  },
]

describe('with the monitor off', () => {
  const kinds = [
    { kind: 'streamed', isStream: true },
    { kind: 'whole', isStream: false },
  ]
  it.each(kinds.flatMap((kind) => [...SCRIPTS, ...FAULTS].map((one) => ({ ...kind, ...one }))))(
    'answers as the model server does, $kind: $name',
    async ({ script, isStream }) => {
      await using upstream = await startScriptedServer({ answers: () => script })
      const proxy = await proxyTo(upstream.url)
      const request: RawRequest = { headers: OFF, body: bodyOf(isStream) }
      const direct = await rawAnswer(`${upstream.url}/chat/completions`, request)
      const through = await rawAnswer(`${proxy}/chat/completions`, request)
      expect(seen(through)).toEqual(seen(direct))
      for (const name of ['retry-after', 'x-ratelimit-remaining-tokens', 'location'])
        expect(through.headers[name]).toBe(direct.headers[name])
    },
  )

  it('gives out all that a server sent before it falls silent', async () => {
    const script: Script = { text: TEXT, fault: { kind: 'stall', afterFrames: 4 } }
    await using upstream = await startScriptedServer({ answers: () => script })
    const proxy = await proxyTo(upstream.url)
    const request = { headers: OFF, body: bodyOf(true), leaveAfter: { text: '\n\n', times: 4 } }
    const direct = await rawAnswer(`${upstream.url}/chat/completions`, request)
    const through = await rawAnswer(`${proxy}/chat/completions`, request)
    expect(seen(through)).toEqual(seen(direct))
  })

  it('breaks the answer off where the server resets the connection', async () => {
    const script: Script = { text: TEXT, paceMs: 5, fault: { kind: 'reset', afterFrames: 4 } }
    await using upstream = await startScriptedServer({ answers: () => script })
    const through = await rawAnswer(`${await proxyTo(upstream.url)}/chat/completions`, {
      headers: OFF,
      body: bodyOf(true),
    })
    expect([through.status, through.isWhole]).toEqual([200, false])
  })

  it('hands on the very bytes of a request, and its headers in their order and spelling', async () => {
    await using upstream = await openRecordingServer()
    const proxy = await proxyTo(`${upstream.origin}/v1`)
    const headers = { ...OFF, 'X-Trace-ID': 'abc', 'OpenAI-Organization': 'org', 'accept-encoding': 'br' }
    const picture = JSON.stringify({ messages: [{ content: 'A'.repeat(3_000_000) }] })
    const bodies = [
      bodyOf(true),
      picture,
      '',
      '\ufeff{"model": "x"}',
      'no JSON',
      Buffer.from([0xff, 0xfe, 0x00]),
    ]
    for (const body of bodies) {
      await rawAnswer(`${upstream.origin}/v1/chat/completions`, { headers, body })
      await rawAnswer(`${proxy}/chat/completions`, { headers, body })
      const [direct, through] = upstream.requests.slice(-2)
      expect(through?.body).toEqual(direct?.body)
      expect([through?.method, through?.url]).toEqual([direct?.method, direct?.url])
      expect(kept(through?.rawHeaders)).toEqual(kept(direct?.rawHeaders))
    }
  })
})

/** Without those of the connection, and our own. */
function kept(rawHeaders: readonly string[] = []): readonly string[] {
  const ofConnection = ['host', 'connection', 'x-gloss-monitor']
  return rawHeaders.filter((_, at) => !ofConnection.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

describe('everything else under /v1', () => {
  const REQUESTS = [
    { name: 'responses', method: 'POST', path: '/responses', body: '{"model":"gloss","input":"hi"}' },
    { name: 'raw completions', method: 'POST', path: '/completions', body: '{"prompt": "a"}' },
    { name: 'a query', method: 'GET', path: '/files?limit=2&after=a%2Fb' },
    { name: 'an encoded slash', method: 'GET', path: '/models/org%2Fname' },
    { name: 'a deletion', method: 'DELETE', path: '/files/abc' },
    {
      name: 'a form',
      method: 'POST',
      path: '/audio/transcriptions',
      body: '--x\r\n\r\nbytes\r\n--x--',
      type: 'multipart/form-data; boundary=x',
    },
  ]
  it.each(REQUESTS)('goes there and back: $name', async ({ method, path, body, type }) => {
    const answer: RecordedAnswer = {
      status: 418,
      statusText: 'A Teapot',
      headers: [
        'Content-Type',
        'application/x-thing',
        'X-Request-Id',
        'theirs',
        'openai-version',
        '2020-10-01',
      ],
      body: Buffer.from([0, 1, 2, 255]),
    }
    await using upstream = await openRecordingServer(() => answer)
    const proxy = await proxyTo(`${upstream.origin}/base/v1/`, { passAll: true })
    const through = await rawAnswer(proxy + path, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': type ?? 'application/json' } }),
    })
    expect([through.status, [...through.bytes]]).toEqual([418, [0, 1, 2, 255]])
    expect(through.headers).toMatchObject({
      'content-type': 'application/x-thing',
      'x-request-id': 'theirs',
      'openai-version': '2020-10-01',
    })
    const [request] = upstream.requests
    expect([request?.method, request?.url]).toEqual([method, `/base/v1${path}`])
    expect(request?.body.toString()).toBe(body ?? '')
  })

  it.each([
    '/models/..%2fadmin',
    '/models/..%252fadmin',
    '/models/..;/admin',
    '/../admin',
    '/%2e%2e/admin',
    '/files/..%2fadmin',
    '/files/..',
  ])('leads nowhere else: %s', async (path) => {
    await using upstream = await openRecordingServer()
    const proxy = await proxyTo(`${upstream.origin}/v1`)
    const { status } = await rawAnswer(proxy, { method: 'GET', path: `/v1${path}` })
    expect([status, upstream.requests]).toEqual([404, []])
  })
})

describe('a reader that is far behind', () => {
  it('makes the model server wait', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x')
    const flood = { pieces: 0, isWaiting: false }
    await using upstream = await openFloodingServer(piece, flood)
    const url = await proxyTo(upstream.url)
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
    request(`${url}/responses`, { method: 'POST', agent: false }, resolve).end('{}')
    const answer = await promise
    answer.pause()
    // Every buffer on the way fills up; then nothing more is written until somebody reads.
    let before = -1
    while (!flood.isWaiting || flood.pieces !== before) {
      before = flood.pieces
      await pause(200)
    }
    expect(flood.pieces * piece.length).toBeLessThan(64_000_000)
    const { length } = await buffer(answer)
    expect(length).toBe(FLOOD_PIECES * piece.length)
  })
})

describe('a request that never gets to the model server', () => {
  const KEY = 'correct horse battery'
  const CASES = [
    {
      name: 'without the key of the service',
      headers: {},
      body: '{}',
      status: 401,
      type: 'authentication_error',
      code: 'UNAUTHORISED',
    },
    {
      name: 'with a wrong one',
      headers: { authorization: 'Bearer wrong' },
      body: '{}',
      status: 401,
      type: 'authentication_error',
      code: 'UNAUTHORISED',
    },
    {
      name: 'that is too large',
      headers: { 'x-api-key': KEY },
      body: Buffer.alloc(1024 * 1024 + 1, 'x'),
      status: 413,
      type: 'invalid_request_error',
      code: 'TOO_LARGE',
    },
  ]
  it.each(CASES)(
    '$name is refused in the form of the protocol',
    async ({ headers, body, status, type, code }) => {
      await using upstream = await openRecordingServer()
      const proxy = await proxyTo(`${upstream.origin}/v1`, { key: KEY, maxBodyMb: 1 })
      const answer = await rawAnswer(`${proxy}/chat/completions`, { headers, body })
      const { error } = JSON.parse(answer.bytes.toString())
      expect([answer.status, error.type, error.code, upstream.requests]).toEqual([status, type, code, []])
      expect(error.message).toMatch(/\. \w/)
    },
  )
})
