/** Requests that the proxy does not change: clients and model servers see the same bytes as without it (E32). */
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLOOD_PIECES, openFloodingServer } from '../../fakes/flooding-server.ts'
import { openRecordingServer, type RecordedAnswer } from '../../fakes/recording-server.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { type RawAnswer, type RawRequest, rawAnswer } from '../../fixtures/raw-answer.ts'
import { openService, sharedService } from '../../fixtures/service.ts'

const OFF = { 'content-type': 'application/json', 'x-gloss-monitor': 'off' }
// Spaces, a long number and a doubled field: a program that parses and writes them again changes them.
const ODD_BODY =
  '{ "model":"big",\n "seed": 12345678901234567890, "top_p":1.0, "user":"é", "user":"e",\t"stream": STREAM,'
const MESSAGES = '"messages":[{"role":"user","content":"How many \\u0068aplotypes?"}] }\n'
const bodyOf = (isStream: boolean) => ODD_BODY.replace('STREAM', String(isStream)) + MESSAGES

const TEXT = 'Seven haplotypes — “ACE” 🧬 were found.'
const status = (code: number, body: string, headers = {}): Script => ({
  fault: { kind: 'status', status: code, body, headers },
})
const SLOW = { 'retry-after': '7', 'x-ratelimit-remaining-tokens': '0' }
const SCRIPTS: Readonly<Record<string, Script>> = {
  'plain words': { text: TEXT },
  'thoughts before them': { reasoning: 'Let me think. 🤔', text: TEXT },
  'a tool call': { toolCalls: [{ name: 'search', arguments: '{"q":"ACE"}' }] },
  'pieces cut anywhere': { text: TEXT, wire: { cutSeed: 7 } },
  'carriage returns and comments': { text: TEXT, wire: { lineEnd: '\r\n', hasComments: true } },
  'lone carriage returns and a byte order mark': {
    text: TEXT,
    wire: { lineEnd: '\r', hasByteOrderMark: true },
  },
  'frames over several lines': { text: TEXT, wire: { isMultiLine: true } },
  'no end mark and no counts': { text: TEXT, usage: 'never', wire: { hasDone: false } },
  'one object instead of a stream': { text: TEXT, isWhole: true },
  'a refusal with a pause': status(429, '{"error":{"message":"Slow down"}}', SLOW),
  'a failure': status(500, 'oops'),
  'a redirect': status(307, '', { location: 'http://elsewhere.example/' }),
  'a page for people': { fault: { kind: 'html' } },
  'an empty answer': { fault: { kind: 'empty' } },
  'another type': { fault: { kind: 'wrong-type' } },
  'an error in the first frame': { text: TEXT, fault: { kind: 'error-frame' } },
  'an error in a later frame': { text: TEXT, fault: { kind: 'error-frame', afterFrames: 3 } },
  'a malformed frame': { text: TEXT, fault: { kind: 'malformed', afterFrames: 2 } },
  'an end without a reason': { text: TEXT, fault: { kind: 'end', afterFrames: 3 } },
  'a connection that ends in the middle': {
    text: TEXT,
    paceMs: 2,
    fault: { kind: 'hang-up', afterFrames: 4 },
  },
}

let script: Script = {}
const scripted = await startScriptedServer({ answers: () => script })
let answer: RecordedAnswer = {}
const recording = await openRecordingServer(() => answer)
afterAll(async () => {
  await scripted[Symbol.asyncDispose]()
  await recording[Symbol.asyncDispose]()
})

describe('with the monitor off', () => {
  const proxy = sharedService({ llmUrl: scripted.url })
  let origin = ''
  beforeAll(async () => {
    origin = await proxy.listen()
  })

  /** Returns the answers to a request that is sent directly and through the proxy. */
  async function bothAnswers(says: Script, sent: RawRequest): Promise<RawAnswer[]> {
    script = says
    const asked = { headers: OFF, ...sent }
    const direct = await rawAnswer(`${scripted.url}/chat/completions`, asked)
    return [direct, await rawAnswer(`${origin}/v1/chat/completions`, asked)]
  }
  const NAMES = ['content-type', 'retry-after', 'x-ratelimit-remaining-tokens', 'location']
  const seen = ({ status, bytes, isWhole, headers }: RawAnswer) => ({
    ...{ status, text: bytes.toString('latin1'), isWhole },
    headers: NAMES.map((name) => headers[name]),
  })

  it.each(Object.keys(SCRIPTS).flatMap((name) => [true, false].map((isStream) => ({ name, isStream }))))(
    'answers as the model server does: $name, streamed: $isStream',
    async ({ name, isStream }) => {
      const [direct, through] = (await bothAnswers(SCRIPTS[name]!, { body: bodyOf(isStream) })).map(seen)
      expect(through).toEqual(direct)
    },
  )

  it('sends on everything that a server sent before it stalls', async () => {
    const stalled: Script = { text: TEXT, fault: { kind: 'stall', afterFrames: 4 } }
    const sent = { body: bodyOf(true), leaveAfter: { text: '\n\n', times: 4 } }
    const [direct, through] = (await bothAnswers(stalled, sent)).map(seen)
    expect(through).toEqual(direct)
  })

  it('breaks the answer off if the server resets the connection', async () => {
    const reset: Script = { text: TEXT, paceMs: 5, fault: { kind: 'reset', afterFrames: 4 } }
    const [, through] = await bothAnswers(reset, { body: bodyOf(true) })
    expect(through).toMatchObject({ status: 200, isWhole: false })
  })

  it('sends on the very bytes of a request, and its headers in their order and spelling', async () => {
    const own = await openService({ llmUrl: `${recording.origin}/v1` })
    const url = await own.listen()
    const headers = { ...OFF, 'X-Trace-ID': 'abc', 'OpenAI-Organization': 'org', 'accept-encoding': 'br' }
    const picture = JSON.stringify({ messages: [{ content: 'A'.repeat(3_000_000) }] })
    const binary = Buffer.from([0xff, 0xfe, 0x00])
    for (const body of [bodyOf(true), picture, '', '\ufeff{"model": "x"}', 'no JSON', binary]) {
      await rawAnswer(`${recording.origin}/v1/chat/completions`, { headers, body })
      await rawAnswer(`${url}/v1/chat/completions`, { headers, body })
      const [direct, through] = recording.requests.slice(-2)
      expect(through?.body).toEqual(direct?.body)
      expect([through?.method, through?.url]).toEqual([direct?.method, direct?.url])
      expect(kept(through?.rawHeaders)).toEqual(kept(direct?.rawHeaders))
    }
  })
})

/** Returns the headers without those of the connection, and without that of Gloss. */
function kept(rawHeaders: readonly string[] = []): readonly string[] {
  const ofConnection = ['host', 'connection', 'x-gloss-monitor']
  return rawHeaders.filter((_, at) => !ofConnection.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

describe('every other path under /v1', () => {
  const proxy = sharedService({ llmUrl: `${recording.origin}/base/v1/`, passAll: true })
  let url = ''
  beforeAll(async () => {
    url = `${await proxy.listen()}/v1`
  })

  const FORM = 'multipart/form-data; boundary=x'
  it.each([
    { method: 'POST', path: '/responses', body: '{"model":"gloss","input":"hi"}' },
    { method: 'POST', path: '/completions', body: '{"prompt": "a"}' },
    { method: 'GET', path: '/files?limit=2&after=a%2Fb' },
    { method: 'GET', path: '/models/org%2Fname' },
    { method: 'DELETE', path: '/files/abc' },
    { method: 'POST', path: '/audio/transcriptions', body: '--x\r\n\r\nbytes\r\n--x--', type: FORM },
  ])('is passed on and answered unchanged: $method $path', async ({ method, path, body, type }) => {
    const theirs = {
      'content-type': 'application/x-thing',
      'x-request-id': 'theirs',
      'openai-version': '2020',
    }
    const bytes = [0, 1, 2, 255]
    answer = {
      status: 418,
      statusText: 'A Teapot',
      headers: Object.entries(theirs).flat(),
      body: Buffer.from(bytes),
    }
    const sent = body === undefined ? {} : { body, headers: { 'content-type': type ?? 'application/json' } }
    const through = await rawAnswer(url + path, { method, ...sent })
    expect([through.status, [...through.bytes]]).toEqual([418, bytes])
    expect(through.headers).toMatchObject(theirs)
    const { body: received, ...request } = recording.requests.at(-1)!
    expect(request).toMatchObject({ method, url: `/base/v1${path}` })
    expect(received.toString()).toBe(body ?? '')
  })

  it.each([
    '/models/..%2fadmin',
    '/models/..%252fadmin',
    '/models/..;/admin',
    '/../admin',
    '/%2e%2e/admin',
    '/files/..%2fadmin',
    '/files/..',
  ])('leads to no other path: %s', async (path) => {
    const before = recording.requests.length
    const { status } = await rawAnswer(url, { method: 'GET', path: `/v1${path}` })
    expect([status, recording.requests.length]).toEqual([404, before])
  })
})

it('a reader that is far behind makes the model server wait', async () => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const flood = { pieces: 0, isWaiting: false }
  await using upstream = await openFloodingServer(piece, flood)
  const url = await (await openService({ llmUrl: upstream.url })).listen()
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  request(`${url}/v1/responses`, { method: 'POST', agent: false }, resolve).end('{}')
  const reply = await promise
  reply.pause()
  // Every buffer on the way fills up; then nothing more is written until the reader continues.
  let before = -1
  while (!flood.isWaiting || flood.pieces !== before) {
    before = flood.pieces
    await pause(200)
  }
  expect(flood.pieces * piece.length).toBeLessThan(64_000_000)
  expect((await buffer(reply)).length).toBe(FLOOD_PIECES * piece.length)
})

describe('a request that the service refuses', () => {
  const KEY = 'correct horse battery'
  const large = Buffer.alloc(1024 * 1024 + 1, 'x')
  const unauthorised = { status: 401, type: 'authentication_error', code: 'UNAUTHORISED' }
  it.each([
    { name: 'without its key', headers: {}, body: '{}', ...unauthorised },
    { name: 'with a wrong key', headers: { authorization: 'Bearer wrong' }, body: '{}', ...unauthorised },
    {
      ...{ name: 'that is too large', headers: { 'x-api-key': KEY }, body: large },
      ...{ status: 413, type: 'invalid_request_error', code: 'TOO_LARGE' },
    },
  ])(
    '$name is answered in the form of the protocol and not passed on',
    async ({ headers, body, status, type, code }) => {
      const service = await openService({ llmUrl: `${recording.origin}/v1`, key: KEY, maxBodyMb: 1 })
      const before = recording.requests.length
      const refused = await rawAnswer(`${await service.listen()}/v1/chat/completions`, { headers, body })
      const { error } = JSON.parse(refused.bytes.toString())
      expect([refused.status, error, recording.requests.length]).toMatchObject([
        status,
        { type, code },
        before,
      ])
      expect(error.message).toMatch(/\. \w/)
    },
  )
})
