/** Tests that faults of clients and disks are reported as such, never as internal errors of Gloss. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { formOf, type Served, serve } from '../../fixtures/served-samples.ts'

let served: Served
let port: number
const lines: string[] = []
beforeAll(async () => {
  served = await serve({ logLevel: 'error' }, { logStream: { write: (line) => void lines.push(line) } })
  await served.gloss.sessionOfNew('main')
  port = Number(new URL(await served.server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => served.close())

/** Sends bytes, which may break off, and returns the status and body of the answer. */
async function answerTo(bytes: string, isBrokenOff = false): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  if (isBrokenOff) socket.end()
  let text = ''
  for await (const piece of socket) {
    text += String(piece)
    if (/\r\n\r\n.*\}$/s.test(text)) break
  }
  socket.destroy()
  return { status: Number(text.split(' ')[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHalf a paper'
const upload = (type: string, body: string) =>
  `POST /papers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`

describe('an upload', () => {
  it.each([
    { name: 'without a boundary', request: upload('multipart/form-data', PART) },
    {
      name: 'with a boundary that is too long',
      request: upload(`multipart/form-data; boundary=${'b'.repeat(3_000)}`, PART),
    },
    { name: 'whose form has no end', request: upload('multipart/form-data; boundary=b', PART) },
  ])('$name is the fault of the client', async ({ request }) => {
    const { status, body } = await answerTo(request)
    expect([status, JSON.parse(body).code]).toEqual([400, 'INPUT_INVALID'])
    expect(JSON.parse(body).detail).toMatch(/^The form is broken or ends too early/)
  })

  it('that is broken off is no failure of the service', async () => {
    const request = upload('multipart/form-data; boundary=b', PART).replace(
      /content-length: \d+/,
      'content-length: 9000',
    )
    const before = lines.length
    await answerTo(request, true)
    // Another request, so that the first one has been handled.
    expect(
      (await answerTo('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')).status,
    ).toBe(200)
    expect(lines.slice(before)).toEqual([])
  })

  it('of a name of ninety Chinese characters is accepted', async () => {
    const { server } = served
    const form = formOf([{ name: `${'论'.repeat(90)}.txt`, bytes: 'Lupeol binds the kinase AKT1.' }])
    const answer = await server.inject({ method: 'POST', url: '/papers?topic=none', ...form })
    expect(answer.statusCode).toBe(202)
    await server.inject(`/jobs/${answer.json().id}/events`)
  })
})

describe('a request', () => {
  it.each([{ target: 'http://x/v1/models' }, { target: 'http://127.0.0.1/health' }, { target: '*' }])(
    'for $target is refused',
    async ({ target }) => {
      const method = target === '*' ? 'OPTIONS' : 'GET'
      const { status, body } = await answerTo(`${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
      expect(status).toBe(400)
      expect(body).toContain('"code":"INPUT_INVALID"')
    },
  )

  it.each([
    {
      name: 'with a question of a megabyte in its address',
      line: `GET /retrieve?q=${'a'.repeat(1e6)} HTTP/1.1`,
      wanted: 431,
    },
    { name: 'that is no HTTP', line: 'HELLO', wanted: 400 },
  ])('$name is refused with a problem', async ({ line, wanted }) => {
    const { status, body } = await answerTo(`${line}\r\nhost: 127.0.0.1\r\n\r\n`)
    expect([status, JSON.parse(body).status]).toEqual([wanted, wanted])
    expect(JSON.parse(body).type).toMatch(/^urn:gloss:problem:/)
  })

  it.each([
    { query: 'k=100000', detail: 'k: must be at most 100.' },
    { query: 'k=0', detail: 'k: must be at least 1.' },
  ])('with $query is told the limit in words', async ({ query, detail }) => {
    const answer = await served.server.inject(`/retrieve?q=bark&${query}`)
    expect([answer.statusCode, answer.json().detail]).toEqual([400, detail])
  })

  it.each([
    { name: 'of this machine', settings: {} },
    { name: 'counted by address', settings: { requestsPerMinute: 1_000 } },
    {
      name: 'behind a proxy',
      settings: { key: 'correct horse battery', trustedProxy: '127.0.0.1', requestsPerMinute: 1_000 },
    },
    { name: 'without a key', settings: { key: 'correct horse battery', host: '0.0.0.0' } },
  ])('whose connection is reset after it was sent leaves no line in the log: $name', async ({ settings }) => {
    const said: string[] = []
    const other = await serve(
      { logLevel: 'info', ...settings },
      { logStream: { write: (line) => void said.push(line) } },
    )
    onTestFinished(() => other.close())
    await other.gloss.sessionOfNew('main')
    const port = Number(new URL(await other.server.listen({ host: '127.0.0.1', port: 0 })).port)
    const before = said.length
    const body = '{"query":"bark"}'
    const request = `POST /retrieve HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1', () => socket.write(request, () => socket.resetAndDestroy()))
      await new Promise((resolve) => socket.once('close', resolve))
    }
    await fetch(`http://127.0.0.1:${port}/health`)
    expect(said.slice(before)).toEqual([])
  })

  it.each([300, 5_000])(
    'for a part of a path of %s characters says what is wrong with it',
    async (length) => {
      const answer = await served.server.inject(`/papers/${'a'.repeat(length)}`)
      expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual([
        400,
        'INPUT_INVALID',
        'A part of a path may be at most 200 characters long.',
      ])
      const nowhere = await served.server.inject(`/${'a/'.repeat(length)}`)
      expect([nowhere.statusCode, nowhere.json().code]).toEqual([404, 'ROUTE_NOT_FOUND'])
    },
  )

  it('to /v1 that is 20,000 levels deep in a field that nobody knows is refused', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    for (const url of ['/v1/chat/completions', '/v1/embeddings']) {
      const payload = `{"model":"gloss","messages":[{"role":"user","content":"x"}],"input":"x","extra":${deep}}`
      const headers = { 'content-type': 'application/json' }
      const answer = await served.server.inject({ method: 'POST', url, headers, payload })
      expect([url, answer.statusCode, answer.json().error.code]).toEqual([url, 400, 'INPUT_INVALID'])
    }
  })

  it.each([
    { name: 'lists', parts: '[],'.repeat(100_001) },
    { name: 'names of fields', parts: '{"a":1},'.repeat(50_001) },
  ])('to /v1 that has 100,000 $name in a field that nobody knows is refused', async ({ parts }) => {
    for (const url of ['/v1/chat/completions', '/v1/embeddings']) {
      const payload = `{"model":"gloss","messages":[{"role":"user","content":"x"}],"input":"x","extra":[${parts}0]}`
      const headers = { 'content-type': 'application/json' }
      const answer = await served.server.inject({ method: 'POST', url, headers, payload })
      expect([url, answer.statusCode, answer.json().error.code]).toEqual([url, 400, 'INPUT_INVALID'])
    }
  })

  it('to /v1 is taken where the signs of lists and fields stand in its texts', async () => {
    const input = '[]{"a":1}\\" \\ '.repeat(20_000)
    const payload = JSON.stringify({ model: 'gloss', input: [input, `${input}\\`, '"'] })
    const headers = { 'content-type': 'application/json' }
    const answer = await served.server.inject({ method: 'POST', url: '/v1/embeddings', headers, payload })
    expect([answer.statusCode, answer.json().data.length]).toEqual([200, 3])
  })
})

describe('code and servers of the client', () => {
  const NAMES = ['./mine.js', 'file:///tmp/mine.js', 'http://127.0.0.1:1/', 'constructor', '__proto__']
  it.each([
    { url: '/retrieve', field: 'backend', body: { query: 'bark' } },
    { url: '/ask', field: 'backend', body: { question: 'bark?' } },
    { url: '/rag', field: 'backend', body: { query: 'bark' } },
    { url: '/solve', field: 'pattern', body: { question: 'bark?' } },
    { url: '/solve', field: 'monitor', body: { question: 'bark?' } },
  ])('are not taken as a $field of $url', async ({ url, field, body }) => {
    for (const name of NAMES) {
      const payload = { ...body, corpus: 'main', [field]: name }
      const answer = await served.server.inject({ method: 'POST', url, payload })
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 400, 'INPUT_INVALID'])
    }
  })
})

describe('a failure of the disk', () => {
  it.each(['ENOSPC', 'EROFS', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'])(
    '%s is a 507 for the client that uploads',
    async (code) => {
      const { server, gloss } = served
      const full = Object.assign(new Error(`${code}: no space left on device, write`), { code })
      const { filesPath } = gloss.workspace
      Object.assign(gloss.workspace, {
        filesPath() {
          throw full
        },
      })
      const form = formOf([{ name: 'a.txt', bytes: 'x' }])
      const answer = await server.inject({ method: 'POST', url: '/papers', ...form })
      Object.assign(gloss.workspace, { filesPath })
      expect([answer.statusCode, answer.json().code]).toEqual([507, 'STORE_UNWRITABLE'])
    },
  )
})
