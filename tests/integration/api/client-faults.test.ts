/** Tests that broken requests are reported as faults of the client, and that a client that leaves is no failure of the service. */
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { openService, type Service, sharedService } from '../../fixtures/service.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const lines: string[] = []
const service = sharedService(
  { logLevel: 'error' },
  { logStream: { write: (line) => void lines.push(line) } },
)
const { get, post, send } = service
const portOf = async (of: Service) => Number(new URL(await of.listen()).port)
let port: number
beforeAll(async () => {
  await service.gloss.sessionOfNew('main')
  port = await portOf(service)
})

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
    { name: 'of this machine', settings: {} },
    { name: 'counted by address', settings: { requestsPerMinute: 1_000 } },
    {
      name: 'behind a proxy',
      settings: { key: 'correct horse battery', trustedProxy: '127.0.0.1', requestsPerMinute: 1_000 },
    },
    { name: 'without a key', settings: { key: 'correct horse battery', host: '0.0.0.0' } },
  ])('whose connection is reset after it was sent leaves no line in the log: $name', async ({ settings }) => {
    const said: string[] = []
    const logStream = { write: (line: string) => void said.push(line) }
    const other = await openService({ logLevel: 'info', ...settings }, { logStream })
    await other.gloss.sessionOfNew('main')
    const port = await portOf(other)
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
      const detail = 'A part of a path may be at most 200 characters long.'
      const part = await get(`/papers/${'a'.repeat(length)}`)
      expect(part.body).toMatchObject({ status: 400, code: 'INPUT_INVALID', detail })
      expect((await get(`/${'a/'.repeat(length)}`)).body).toMatchObject({
        status: 404,
        code: 'ROUTE_NOT_FOUND',
      })
    },
  )

  const DEEP = '['.repeat(20_000) + ']'.repeat(20_000)
  it.each([
    { name: 'is 20,000 levels deep', extra: DEEP },
    { name: 'has 100,000 lists', extra: `[${'[],'.repeat(100_001)}0]` },
    { name: 'has 100,000 names of fields', extra: `[${'{"a":1},'.repeat(50_001)}0]` },
  ])('to /v1 that $name in a field that is not read is refused', async ({ extra }) => {
    for (const url of ['/v1/chat/completions', '/v1/embeddings']) {
      const payload = `{"model":"gloss","messages":[{"role":"user","content":"x"}],"input":"x","extra":${extra}}`
      const answer = await send({ method: 'POST', url, headers: JSON_TYPE, payload })
      expect([url, answer.body]).toMatchObject([url, { error: { code: 'INPUT_INVALID' } }])
      expect(answer.status).toBe(400)
    }
  })

  it('to /v1 is accepted if only its texts have that many brackets', async () => {
    const input = '[]{"a":1}\\" \\ '.repeat(20_000)
    const answer = await post('/v1/embeddings', { model: 'gloss', input: [input, `${input}\\`, '"'] })
    expect([answer.status, answer.body.data.length]).toEqual([200, 3])
  })
})
