/** What a client of /v1 can do and see of the model server that it reaches with the operator's key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey } from '../../../app/keys/index.ts'
import { openLoopback } from '../../fakes/loopback.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { openService, sharedService } from '../../fixtures/service.ts'

const SECRET = 'sk-upstream/"secret"-0123456789'
const JSON_SECRET = JSON.stringify(SECRET).slice(1, -1)
const SPELLINGS = [SECRET, JSON_SECRET, JSON_SECRET.replaceAll('/', '\\/'), encodeURIComponent(SECRET)]

interface Reply {
  readonly type: string
  readonly pieces: readonly (string | Uint8Array)[]
  readonly headers?: Readonly<Record<string, string>>
}

let reply: Reply
let asked: string[] = []
const upstream = await openLoopback(async (request, response) => {
  asked.push(`${request.method} ${request.url}`)
  request.resume()
  response.writeHead(200, { 'content-type': reply.type, ...reply.headers })
  for (const piece of reply.pieces) {
    response.write(piece)
    await new Promise(setImmediate)
  }
  response.end()
})

const own = { llmUrl: `${upstream.origin}/v1`, llmModel: 'm', llmKey: SECRET, llmRetries: 0 }
const service = sharedService(own, { papers: [samplePaper('bark-extract-lupeol')] })
let origin = ''
const keys = new Map<string, string>()

beforeAll(async () => {
  origin = await service.listen()
  for (const right of ['ask', 'admin'] as const) {
    const request = { name: right, rights: [right], corpora: null, expires: null }
    keys.set(right, addKey(service.gloss.config.workspace, request, new Date()).key)
  }
})
afterAll(() => upstream.close())

const ask = (right: string, method: string, path: string, body?: string, at = origin) => {
  asked = []
  const headers = { 'x-api-key': keys.get(right) ?? '' }
  if (body === undefined) return rawAnswer(at, { method, path, headers })
  return rawAnswer(at, { method, path, headers: { ...headers, 'content-type': 'application/json' }, body })
}

const INFERENCE = [
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/completions'],
  ['POST', '/v1/embeddings'],
  ['POST', '/v1/responses'],
  ['POST', '/v1/audio/transcriptions'],
  ['GET', '/v1/models'],
  ['GET', '/v1/models/a'],
  ['GET', '/v1/models/org/a'],
] as const
const ACCOUNT = [
  ['DELETE', '/v1/files/file-abc'],
  ['GET', '/v1/files'],
  ['POST', '/v1/organization/api_keys'],
  ['POST', '/v1/fine_tuning/jobs'],
  ['GET', '/v1/chat/completions'],
  ['GET', '/v1/responses/r1'],
  ['DELETE', '/v1/models/a'],
  ['POST', '/v1/responses/r1/cancel'],
  ['PUT', '/v1/completions'],
  ['POST', '/v1/completions/'],
  ['POST', '/v1/anything'],
] as const
const BODY = '{"model":"x","input":"a","messages":[{"role":"user","content":"a"}],"n":2}'
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : BODY)

describe('with the right "ask"', () => {
  it.each(INFERENCE)('%s %s reaches the model server', async (method, path) => {
    reply = { type: 'application/json', pieces: ['{"data":[]}'] }
    const { status } = await ask('ask', method, path, bodyFor(method))
    expect([status, asked]).toEqual([200, [`${method} ${path}`]])
  })

  it.each(ACCOUNT)('%s %s does not', async (method, path) => {
    const { status } = await ask('ask', method, path, bodyFor(method))
    expect([status, asked]).toEqual([403, []])
  })
})

describe('with the right "admin"', () => {
  it.each(ACCOUNT)('%s %s needs GLOSS_PASS_ALL', async (method, path) => {
    const { status, bytes } = await ask('admin', method, path, bodyFor(method))
    expect([status, asked]).toEqual([404, []])
    expect(bytes.toString()).toContain('GLOSS_PASS_ALL=1')
  })

  it('every path is passed on if it is set, and needs the right', async () => {
    const { workspace } = service.gloss.config
    const at = await (await openService({ ...own, passAll: true, workspace })).listen()
    reply = { type: 'application/json', pieces: ['{}'] }
    expect((await ask('admin', 'DELETE', '/v1/files/a', undefined, at)).status).toBe(200)
    expect(asked).toEqual(['DELETE /v1/files/a'])
    expect((await ask('ask', 'DELETE', '/v1/files/a', undefined, at)).status).toBe(403)
  })
})

const frames = (...texts: readonly string[]) =>
  texts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join('')
const said = (content: string) => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })
const inPieces = (text: string, bytes: number) => {
  const all = Buffer.from(text)
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) =>
    all.subarray(at * bytes, (at + 1) * bytes),
  )
}
const JSON_TYPE = 'application/json'
const SSE = 'text/event-stream'

describe('a model server that repeats its key', () => {
  const TEXTS = [
    { name: 'as it is', type: 'text/plain', text: `key: ${SECRET}.` },
    { name: 'in JSON', type: JSON_TYPE, text: said(`My key is ${SECRET}.`) },
    { name: 'with escaped slashes', type: JSON_TYPE, text: said(SECRET).replaceAll('/', '\\/') },
    { name: 'as part of an address', type: JSON_TYPE, text: said(encodeURIComponent(SECRET)) },
    { name: 'in a stream', type: SSE, text: frames('a', `The key ${SECRET} is`, 'b') },
    { name: 'twice, and its beginning alone', type: SSE, text: frames(SECRET + SECRET, 'sk-upstream/') },
  ]
  it.each(TEXTS.flatMap((row) => [1, 7, 100_000].map((bytes) => ({ ...row, bytes }))))(
    'does not show it to clients: $name, in pieces of $bytes bytes',
    async ({ type, text, bytes }) => {
      const headers = { 'content-length': `${Buffer.byteLength(text)}` }
      reply = { type, pieces: inPieces(text, bytes), headers }
      const answer = await ask('ask', 'POST', '/v1/completions', BODY)
      const shown = answer.bytes.toString()
      for (const spelling of SPELLINGS) expect(shown).not.toContain(spelling)
      expect(shown).toContain('(key)*')
      expect([answer.isWhole, answer.bytes.length]).toEqual([true, Buffer.byteLength(text)])
    },
  )

  const CHAT = '/v1/chat/completions'
  const MESSAGES = [{ role: 'user', content: 'a' }]
  const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
  it.each([
    { name: 'n over 1', path: CHAT, body: BODY, type: JSON_TYPE, text: said(SECRET) },
    {
      ...{ name: 'a helped answer', path: CHAT, body: JSON.stringify({ messages: MESSAGES }) },
      ...{ type: JSON_TYPE, text: said(`It is ${SECRET}`) },
    },
    {
      ...{ name: 'a helped stream', path: CHAT, body: JSON.stringify({ messages: MESSAGES, stream: true }) },
      ...{ type: SSE, text: `${frames(`It is ${SECRET}`)}${END}` },
    },
    {
      name: 'the list of models',
      path: '/v1/models',
      type: JSON_TYPE,
      text: `{"data":[{"id":"${JSON_SECRET}"}]}`,
    },
    { name: 'vectors', path: '/v1/embeddings', body: BODY, type: JSON_TYPE, text: said(SECRET) },
  ])('does not show it in $name', async ({ path, body, type, text }) => {
    reply = { type, pieces: [text], headers: { 'x-echo': 'sk' } }
    const { bytes } = await ask('ask', body === undefined ? 'GET' : 'POST', path, body)
    expect(bytes.toString()).toContain('(key)*')
    expect(bytes.toString()).not.toContain(JSON_SECRET)
  })
})

describe('what is passed on', () => {
  it('runs nothing in a browser, whatever the model server says of it', async () => {
    const headers = {
      'content-security-policy': "default-src *; script-src 'unsafe-inline'",
      'x-content-type-options': 'sniff',
      'set-cookie': 'a=b',
      'clear-site-data': '"*"',
      refresh: '0; url=http://elsewhere.example',
    }
    reply = { type: 'text/html', pieces: ['<script>alert(1)</script>'], headers }
    for (const path of ['/v1/models', '/v1/models/a', '/v1/models/org/a']) {
      const answer = await ask('ask', 'GET', path)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      for (const name of ['set-cookie', 'clear-site-data', 'refresh'])
        expect(answer.headers).not.toHaveProperty(name)
    }
  })
})
