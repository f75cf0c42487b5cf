import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Served, serve } from '../../fixtures/served-samples.ts'

const KEY = 'correct horse battery'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function statusOf(url: string, headers: Record<string, string> = {}, method: Method = 'GET') {
  const options = { url, headers, method, ...(method === 'GET' ? {} : { payload: { name: 'other' } }) }
  const answer = await served!.server.inject(options)
  return [
    answer.statusCode,
    answer.headers['content-type']?.toString().includes('json') ? answer.json().code : undefined,
  ]
}

describe('without a key', () => {
  it.each([
    { name: 'localhost', host: 'localhost:8899', status: 200 },
    { name: 'a loopback address', host: '127.0.0.1:8899', status: 200 },
    { name: 'the IPv6 loopback', host: '[::1]:8899', status: 200 },
    { name: 'a name of somebody else', host: 'rebound.example:8899', status: 403 },
    { name: 'a name that begins like a loopback', host: '127.0.0.1.example', status: 403 },
    { name: 'a name that begins like the loopback name', host: 'localhost.evil.example', status: 403 },
  ])('answers to $name: $status', async ({ host, status }) => {
    served = await serve()
    expect(await statusOf('/corpora', { host })).toEqual([
      status,
      status === 403 ? 'ORIGIN_REFUSED' : undefined,
    ])
  })

  it('lets no page of another site change anything', async () => {
    served = await serve()
    const host = '127.0.0.1:8899'
    const foreign = await statusOf('/corpora', { host, origin: 'https://evil.example' }, 'POST')
    expect(foreign).toEqual([403, 'ORIGIN_REFUSED'])
    expect((await statusOf('/corpora', { host, origin: `http://${host}` }, 'POST'))[0]).toBe(201)
  })

  // Every route that changes something, and methods that no route has: none of them reaches a handler.
  it.each([
    { method: 'DELETE', url: '/corpora/main' },
    { method: 'DELETE', url: '/jobs/none' },
    { method: 'POST', url: '/papers' },
    { method: 'POST', url: '/solve' },
    { method: 'POST', url: '/execute' },
    { method: 'POST', url: '/v1/chat/completions' },
    { method: 'PUT', url: '/v1/files' },
    { method: 'PATCH', url: '/v1/files' },
    { method: 'DELETE', url: '/v1/files' },
  ] as const)('refuses $method $url from a page of another site', async ({ method, url }) => {
    served = await serve()
    const host = '127.0.0.1:8899'
    const foreign = await statusOf(url, { host, origin: 'https://evil.example' }, method)
    expect(foreign[0]).toBe(403)
    expect((await statusOf('/corpora', { host }))[0]).toBe(200)
  })

  const from = (site: string, mode = '', dest = '') => ({
    'sec-fetch-site': site,
    ...(mode === '' ? {} : { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }),
  })
  const link = (site: string) => from(site, 'navigate', 'document')
  const picture = (site: string) => from(site, 'no-cors', 'image')
  const ASKED = '/retrieve?q=x&backend=vanna'
  it.each<[name: string, url: string, headers: Record<string, string>, status: number]>([
    ['its own page', '/retrieve?q=x', from('same-origin'), 404],
    ['a typed address', '/retrieve?q=x', link('none'), 404],
    ['a program', '/retrieve?q=x', {}, 404],
    ['a picture of another site', ASKED, picture('cross-site'), 403],
    ['a picture of another port', ASKED, picture('same-site'), 403],
    ['a window that another site opens', ASKED, link('cross-site'), 403],
    ['a frame of another site', '/corpora', from('cross-site', 'navigate', 'iframe'), 403],
    ['a link that a person follows', '/corpora', link('cross-site'), 200],
    ['a link to the page itself', '/', link('cross-site'), 200],
  ])('answers a GET of %s at %s', async (_, url, headers, status) => {
    served = await serve()
    expect((await statusOf(url, { host: '127.0.0.1:8899', ...headers }))[0]).toBe(status)
  })

  it.each(['0.0.0.0', '192.168.1.7', '::', 'papers.example'])('refuses to be built for %s', async (host) => {
    await expect(serve({ host })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('with a key', () => {
  it.each([
    { name: 'no key', headers: {}, status: 401 },
    { name: 'a wrong key', headers: { 'x-api-key': 'correct horse' }, status: 401 },
    { name: 'a key in the wrong scheme', headers: { authorization: `Basic ${KEY}` }, status: 401 },
    { name: 'the key', headers: { 'x-api-key': KEY }, status: 200 },
    { name: 'the key as a bearer', headers: { authorization: `Bearer ${KEY}` }, status: 200 },
  ])('answers $name with $status, whatever the host', async ({ headers, status }) => {
    served = await serve({ key: KEY, host: '0.0.0.0' })
    const all = { ...headers, host: 'papers.example' } as Record<string, string>
    expect((await statusOf('/corpora', all))[0]).toBe(status)
    expect((await statusOf('/metrics', all))[0]).toBe(status)
  })

  it.each(['/health', '/ready', '/', '/main.js', '/openapi.json', '/docs'])(
    'shows %s to everybody',
    async (url) => {
      served = await serve({ key: KEY, host: '0.0.0.0' })
      expect((await statusOf(url))[0]).toBe(200)
    },
  )

  it('does not say what is there to those without it', async () => {
    served = await serve({ key: KEY })
    expect(await statusOf(`/papers/${'0'.repeat(32)}`)).toEqual([401, 'UNAUTHORISED'])
  })
})

describe('the rate limit', () => {
  it('refuses further requests for a while, and says for how long', async () => {
    served = await serve({ requestsPerMinute: 2 })
    for (let i = 0; i < 2; i++) expect((await statusOf('/corpora'))[0]).toBe(200)
    const { statusCode, headers, ...answer } = await served.server.inject('/corpora')
    expect([statusCode, answer.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('counts guesses at the key', async () => {
    served = await serve({ key: KEY, requestsPerMinute: 3 })
    const statuses = []
    for (let i = 0; i < 5; i++)
      statuses.push((await statusOf('/corpora', { 'x-api-key': `guess number ${i}` }))[0])
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  it.each([
    { name: 'an unknown path', url: '/nope', method: 'POST' },
    { name: 'a method that the path does not have', url: '/corpora', method: 'PATCH' },
    { name: 'the page', url: '/main.js', method: 'GET' },
    { name: 'a path of model servers', url: '/v1/anything', method: 'DELETE' },
  ] as const)('counts $name', async ({ url, method }) => {
    served = await serve({ requestsPerMinute: 2 })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await statusOf(url, {}, method))[0])
    expect(statuses.slice(0, 2)).not.toContain(429)
    expect(statuses[2]).toBe(429)
  })

  it('leaves out what supervisors ask', async () => {
    served = await serve({ requestsPerMinute: 1 })
    for (const url of ['/corpora', '/corpora', '/health', '/ready', '/health', '/ready']) await statusOf(url)
    expect([(await statusOf('/health'))[0], (await statusOf('/ready'))[0]]).toEqual([200, 200])
  })

  it('asks nobody to wait for days because the clock was set back', async () => {
    served = await serve({ requestsPerMinute: 1 })
    await statusOf('/corpora')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 24 * 3_600_000 })
    const { statusCode, headers } = await served.server.inject('/corpora')
    vi.useRealTimers()
    expect([statusCode, Number(headers['retry-after']) <= 60]).toEqual([429, true])
  })
})

describe('wrong keys', () => {
  const guess = (number: number, url = '/corpora', method: Method = 'GET') =>
    statusOf(url, { 'x-api-key': `guess number ${number}` }, method)

  it('are limited on every path, without any limit of requests; the right one is taken all the same', async () => {
    served = await serve({ key: KEY, failedKeysPerMinute: 3 })
    const statuses = [await guess(1), await guess(2, '/nope', 'POST'), await guess(3, '/corpora', 'PATCH')]
    expect(statuses.map(([status]) => status)).toEqual([401, 401, 401])
    expect(await guess(4)).toEqual([429, 'RATE_LIMITED'])
    const headers = { 'x-api-key': 'guess number 5' }
    const refused = await served.server.inject({ url: '/corpora', headers })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await statusOf('/corpora', { 'x-api-key': KEY }))[0]).toBe(200)
    expect([(await statusOf('/health'))[0], (await statusOf('/'))[0]]).toEqual([200, 200])
  })

  it('are not counted where none is sent, or the right one', async () => {
    served = await serve({ key: KEY, failedKeysPerMinute: 1 })
    for (let i = 0; i < 3; i++) expect((await statusOf('/corpora'))[0]).toBe(401)
    for (let i = 0; i < 3; i++) expect((await statusOf('/corpora', { 'x-api-key': KEY }))[0]).toBe(200)
  })
})

describe('behind a reverse proxy', () => {
  const from = (address: string, key: string) => ({ 'x-forwarded-for': address, 'x-api-key': key })
  const PROXIED = { key: KEY, host: '0.0.0.0', failedKeysPerMinute: 2, requestsPerMinute: 8 }

  it.each([
    { trustedProxy: '127.0.0.1', counts: 'by client' },
    { trustedProxy: '10.1.0.0/16, ::1 127.0.0.0/8', counts: 'by client' },
    { trustedProxy: '10.1.2.3', counts: 'as one' },
    { trustedProxy: undefined, counts: 'as one' },
  ])('wrong keys are counted $counts where GLOSS_TRUSTED_PROXY is $trustedProxy', async (row) => {
    served = await serve({ ...PROXIED, trustedProxy: row.trustedProxy })
    for (let i = 0; i < 3; i++) await statusOf('/corpora', from('203.0.113.7', 'wrong key'))
    const [status] = await statusOf('/corpora', from('198.51.100.9', 'wrong key'))
    expect(status).toBe(row.counts === 'as one' ? 429 : 401)
  })

  it.each(['127.0.0.1', undefined])(
    'a right key is taken whatever others of its address send, GLOSS_TRUSTED_PROXY being %s',
    async (trustedProxy) => {
      served = await serve({ ...PROXIED, trustedProxy })
      for (let i = 0; i < 20; i++) await statusOf('/corpora', from('203.0.113.7', 'wrong key'))
      expect((await statusOf('/corpora', from('203.0.113.7', KEY)))[0]).toBe(200)
      for (let i = 0; i < 20; i++) await statusOf('/corpora', from('203.0.113.7', KEY))
      expect((await statusOf('/corpora', from('203.0.113.7', KEY)))[0]).toBe(429)
    },
  )

  it.each(['', 'a client', '1.2.3.4.5', '<script>', `${'9'.repeat(5_000)}`, '203.0.113.7, garbage'])(
    'what is no address counts as the proxy: %s',
    async (address) => {
      served = await serve({ ...PROXIED, trustedProxy: '127.0.0.1' })
      const statuses = []
      for (let i = 0; i < 3; i++)
        statuses.push(
          (await statusOf('/corpora', from(`${address}${address === '' ? '' : i}`, 'wrong key')))[0],
        )
      expect(statuses).toEqual([401, 401, 429])
    },
  )

  it.each(['true', '1', '*', '0.0.0.0/0', '::/0', '127.0.0.1/33', 'proxy.example', '10.0.0.0/8/8', ','])(
    'GLOSS_TRUSTED_PROXY=%s is refused',
    async (trustedProxy) => {
      await expect(serve({ ...PROXIED, trustedProxy })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    },
  )

  it('there has to be a key', async () => {
    await expect(serve({ trustedProxy: '127.0.0.1' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('the page', () => {
  it('may load nothing from elsewhere and stand in no frame', async () => {
    served = await serve()
    const { headers } = await served.server.inject('/')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
