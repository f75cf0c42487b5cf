/** Tests who may use the service and its /mcp: hosts, pages of other sites, keys, limits of requests and of wrong keys, proxies. */
import { describe, expect, it, vi } from 'vitest'
import { openMcp } from '../../fixtures/mcp-clients.ts'
import { openService, type Service, sharedService } from '../../fixtures/service.ts'

const KEY = 'correct horse battery'
const HOST = '127.0.0.1:8899'
const EVIL = 'https://evil.example'
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>

async function statusOf(service: Service, url: string, headers: Headers = {}, method: Method = 'GET') {
  const payload = method === 'GET' ? {} : { payload: { name: 'other' } }
  return (await service.send({ url, headers, method, ...payload })).status
}
const corporaWith = (service: Service, key: string) => statusOf(service, '/corpora', { 'x-api-key': key })
const times = async (count: number, ask: (n: number) => Promise<number>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await ask(n))
  return statuses
}
const mcp = (service: Service, headers: Headers, payload: object = LIST) => {
  const accept = 'application/json, text/event-stream'
  return service.post('/mcp', payload, { accept, host: HOST, ...headers })
}

describe('without a key', () => {
  const service = sharedService()

  it.each([
    { name: 'localhost', host: 'localhost:8899', status: 200 },
    { name: 'a loopback address', host: HOST, status: 200 },
    { name: 'the IPv6 loopback', host: '[::1]:8899', status: 200 },
    { name: 'a foreign name', host: 'rebound.example:8899', status: 403 },
    { name: 'a name that begins like a loopback', host: '127.0.0.1.example', status: 403 },
    { name: 'a name that begins like the loopback name', host: 'localhost.evil.example', status: 403 },
  ])('answers to $name: $status', async ({ host, status }) => {
    expect([await statusOf(service, '/corpora', { host }), (await mcp(service, { host })).status]).toEqual([
      status,
      status,
    ])
  })

  // Every route that changes something, and methods that no route has: none of them reaches a handler.
  it.each([
    ['POST', '/corpora'],
    ['DELETE', '/corpora/main'],
    ['DELETE', '/jobs/none'],
    ['POST', '/papers'],
    ['POST', '/solve'],
    ['POST', '/execute'],
    ['POST', '/v1/chat/completions'],
    ['PUT', '/v1/files'],
    ['PATCH', '/v1/files'],
    ['DELETE', '/v1/files'],
    ['POST', '/mcp'],
  ] as const)('refuses %s %s from a page of another site', async (method, url) => {
    for (const origin of [EVIL, 'null'])
      expect(await statusOf(service, url, { host: HOST, origin }, method)).toBe(403)
  })

  it('accepts changes from its own page', async () => {
    const headers = { host: HOST, origin: `http://${HOST}` }
    expect(await statusOf(service, '/corpora', headers, 'POST')).toBe(201)
    expect((await mcp(service, headers)).status).toBe(200)
  })

  it('keeps no sessions of agents', async () => {
    expect(await statusOf(service, '/mcp', { host: HOST }, 'DELETE')).toBe(405)
    expect((await mcp(service, {})).headers).not.toHaveProperty('mcp-session-id')
  })

  const from = (site: string, mode = '', dest = '') => ({
    'sec-fetch-site': site,
    ...(mode === '' ? {} : { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }),
  })
  const link = (site: string) => from(site, 'navigate', 'document')
  const picture = (site: string) => from(site, 'no-cors', 'image')
  const ASKED = '/retrieve?q=x&backend=vanna&corpus=none'
  it.each<[name: string, url: string, headers: Headers, status: number]>([
    ['its own page', ASKED, from('same-origin'), 404],
    ['a typed address', ASKED, link('none'), 404],
    ['a program', ASKED, {}, 404],
    ['a picture of another site', ASKED, picture('cross-site'), 403],
    ['a picture of another port', ASKED, picture('same-site'), 403],
    ['a window that another site opens', ASKED, link('cross-site'), 403],
    ['a frame of another site', '/corpora', from('cross-site', 'navigate', 'iframe'), 403],
    ['a link that a person follows', '/corpora', link('cross-site'), 200],
    ['a link to the page itself', '/', link('cross-site'), 200],
  ])('answers a GET of %s at %s', async (_, url, headers, status) => {
    expect(await statusOf(service, url, { host: HOST, ...headers })).toBe(status)
  })

  it('sends a page that loads nothing from elsewhere and stands in no frame', async () => {
    const { headers } = await service.get('/')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    { host: '0.0.0.0' },
    { host: '192.168.1.7' },
    { host: '::' },
    { host: 'papers.example' },
    { trustedProxy: '127.0.0.1' },
  ])('does not start with %o, which needs a key', async (settings) => {
    await expect(openService(settings)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('with a key', () => {
  const service = sharedService({ key: KEY, host: '0.0.0.0' })

  it.each<{ name: string; headers: Headers; status: number }>([
    { name: 'no key', headers: {}, status: 401 },
    { name: 'a wrong key', headers: { 'x-api-key': 'correct horse' }, status: 401 },
    { name: 'a key in the wrong scheme', headers: { authorization: `Basic ${KEY}` }, status: 401 },
    { name: 'the key', headers: { 'x-api-key': KEY }, status: 200 },
    { name: 'the key as a bearer', headers: { authorization: `Bearer ${KEY}` }, status: 200 },
  ])('answers $name with $status, whatever the host', async ({ headers, status }) => {
    const sent = { ...headers, host: 'papers.example' }
    for (const url of ['/corpora', '/metrics']) expect(await statusOf(service, url, sent)).toBe(status)
    expect((await mcp(service, sent)).status).toBe(status)
  })

  it.each(['/', '/main.js', '/openapi.json', '/docs'])('shows %s without the key', async (url) => {
    expect(await statusOf(service, url)).toBe(200)
  })

  it('says without the key whether it works, but not what it holds', async () => {
    expect((await service.get('/health')).body).toEqual({ status: 'ok' })
    expect((await service.get('/ready')).body).toEqual({ status: 'ready' })
    const { body } = await service.get(`/papers/${'0'.repeat(32)}`)
    expect(body).toMatchObject({ status: 401, code: 'UNAUTHORISED' })
  })

  it('refuses a page of another site at /mcp even with the key', async () => {
    const foreign = await mcp(service, { authorization: `Bearer ${KEY}`, origin: EVIL })
    expect(foreign.body).toMatchObject({ status: 403, code: 'ORIGIN_REFUSED' })
  })

  it('lets an agent list its tools with the key alone', async () => {
    const url = `${await service.listen()}/mcp`
    await using client = await openMcp({ url, headers: { authorization: `Bearer ${KEY}` } })
    expect(await client.tools()).toHaveLength(9)
    await expect(openMcp({ url })).rejects.toThrow()
  })
})

describe('a call of an agent', () => {
  const called = async (service: Service, name: string, args: object) =>
    (await mcp(service, {}, { ...LIST, method: 'tools/call', params: { name, arguments: args } })).status

  it('may have 1 MB', async () => {
    const service = await openService()
    expect(await called(service, 'search', { query: 'x'.repeat(900_000) })).toBe(200)
    expect(await called(service, 'search', { query: 'x'.repeat(1_100_000) })).toBe(413)
  })

  it('may have the size of an upload if agents may add papers', async () => {
    const service = await openService({ mcpAdd: true, maxBodyMb: 3 })
    const add = (bytes: number) => called(service, 'add', { base64: Buffer.alloc(bytes).toString('base64') })
    expect([await add(2_000_000), await add(3_000_000)]).toEqual([200, 413])
  })
})

describe('the rate limit', () => {
  it('refuses further requests for a while, and says for how long', async () => {
    const service = await openService({ requestsPerMinute: 2 })
    expect(await times(2, () => statusOf(service, '/corpora'))).toEqual([200, 200])
    const { headers, body } = await service.get('/corpora')
    expect(body).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // The limit does not apply to the requests of supervisors.
    for (const url of ['/health', '/ready']) expect(await statusOf(service, url)).toBe(200)
    // A clock that is set back by days does not lengthen the wait.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 24 * 3_600_000 })
    const later = await service.get('/corpora')
    vi.useRealTimers()
    expect([later.status, Number(later.headers['retry-after']) <= 60]).toEqual([429, true])
  })

  it('counts guesses at the key', async () => {
    const service = await openService({ key: KEY, requestsPerMinute: 3 })
    expect(await times(5, (n) => corporaWith(service, `guess number ${n}`))).toEqual([
      401, 401, 401, 429, 429,
    ])
  })

  it.each([
    { name: 'an unknown path', url: '/nope', method: 'POST' },
    { name: 'a method that the path does not have', url: '/corpora', method: 'PATCH' },
    { name: 'the page', url: '/main.js', method: 'GET' },
    { name: 'a path of model servers', url: '/v1/anything', method: 'DELETE' },
  ] as const)('counts $name', async ({ url, method }) => {
    const service = await openService({ requestsPerMinute: 2 })
    const statuses = await times(3, () => statusOf(service, url, {}, method))
    expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
  })
})

describe('wrong keys', () => {
  it('are limited on every path, also without a limit of requests; the right one is accepted all the same', async () => {
    const service = await openService({ key: KEY, failedKeysPerMinute: 3 })
    const guess = (n: number, url = '/corpora', method: Method = 'GET') =>
      statusOf(service, url, { 'x-api-key': `guess number ${n}` }, method)
    expect([await guess(1), await guess(2, '/nope', 'POST'), await guess(3, '/corpora', 'PATCH')]).toEqual([
      401, 401, 401,
    ])
    const refused = await service.get('/corpora', {}, { 'x-api-key': 'guess number 4' })
    expect(refused.body).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await corporaWith(service, KEY)).toBe(200)
    expect([await statusOf(service, '/health'), await statusOf(service, '/')]).toEqual([200, 200])
  })

  it('are not counted for requests without a key or with the right one', async () => {
    const service = await openService({ key: KEY, failedKeysPerMinute: 1 })
    expect(await times(3, () => statusOf(service, '/corpora'))).toEqual([401, 401, 401])
    expect(await times(3, () => corporaWith(service, KEY))).toEqual([200, 200, 200])
  })
})

describe('behind a reverse proxy', () => {
  const PROXIED = { key: KEY, host: '0.0.0.0', failedKeysPerMinute: 2, requestsPerMinute: 8 }
  const ask = (service: Service, address: string, key: string) =>
    statusOf(service, '/corpora', { 'x-forwarded-for': address, 'x-api-key': key })

  it.each([
    { trustedProxy: '127.0.0.1', status: 401 },
    { trustedProxy: '10.1.0.0/16, ::1 127.0.0.0/8', status: 401 },
    { trustedProxy: '10.1.2.3', status: 429 },
    { trustedProxy: undefined, status: 429 },
  ])(
    'after the wrong keys of another client, one gets $status if GLOSS_TRUSTED_PROXY is $trustedProxy',
    async ({ trustedProxy, status }) => {
      const service = await openService({ ...PROXIED, trustedProxy })
      await times(3, () => ask(service, '203.0.113.7', 'wrong key'))
      expect(await ask(service, '198.51.100.9', 'wrong key')).toBe(status)
    },
  )

  it.each(['127.0.0.1', undefined])(
    'a right key is accepted despite wrong keys from its address, GLOSS_TRUSTED_PROXY being %s',
    async (trustedProxy) => {
      const service = await openService({ ...PROXIED, trustedProxy })
      await times(20, () => ask(service, '203.0.113.7', 'wrong key'))
      expect(await ask(service, '203.0.113.7', KEY)).toBe(200)
      expect((await times(21, () => ask(service, '203.0.113.7', KEY))).at(-1)).toBe(429)
    },
  )

  it.each(['', 'a client', '1.2.3.4.5', '<script>', '9'.repeat(5_000), '203.0.113.7, garbage'])(
    'a client whose address cannot be read counts as the proxy: %s',
    async (address) => {
      const service = await openService({ ...PROXIED, trustedProxy: '127.0.0.1' })
      const statuses = await times(3, (n) => ask(service, address && `${address}${n}`, 'wrong key'))
      expect(statuses).toEqual([401, 401, 429])
    },
  )

  it.each(['true', '1', '*', '0.0.0.0/0', '::/0', '127.0.0.1/33', 'proxy.example', '10.0.0.0/8/8', ','])(
    'GLOSS_TRUSTED_PROXY=%s is refused',
    async (trustedProxy) => {
      await expect(openService({ ...PROXIED, trustedProxy })).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
      })
    },
  )
})
