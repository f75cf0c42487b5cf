import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGuardedFetch } from '../../../tools/adapters/guarded-fetch.ts'
import { isWebName } from '../../../tools/web/links.ts'
import { isPublicAddress } from '../../../tools/web/public-addresses.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const OPENSSL = 'openssl'
/** Stands for an address on the internet; every other loopback address stands for the inside. */
const OUTSIDE = '127.0.0.1'

let server: Server
let port = 0
let asked: string[] = []

const answer =
  (type: string, body: string | Buffer, more: OutgoingHttpHeaders = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(body)
const PACKED = { 'content-encoding': 'gzip' }

const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/page': answer('text/html; charset=iso-8859-1', '<p>hello</p>'),
  '/gzip': answer('text/plain', gzipSync('packed'), PACKED),
  '/bomb': answer('text/plain', gzipSync(Buffer.alloc(50_000_000)), PACKED),
  '/big': answer('text/plain', 'x'.repeat(3_000_000)),
  '/picture': answer('image/png', 'x'),
  '/program': answer('application/octet-stream', 'x'),
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.write('x')
  },
  '/silent': () => undefined,
  '/missing': (response) => response.writeHead(404).end(),
  '/untyped.pdf': (response) => response.writeHead(200, {}).end('%PDF'),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/torn': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' })
    response.write('x')
    setTimeout(() => response.destroy(), 20)
  },
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const location = searchParams.get('to')
    if (location !== null) response.writeHead(Number(searchParams.get('status') ?? 302), { location }).end()
    else (PAGES[pathname] ?? PAGES['/missing'])?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'outside.org': [OUTSIDE],
  'inside.org': ['127.0.0.2'],
  'both.org': [OUTSIDE, '127.0.0.2'],
  'mapped.org': ['::ffff:127.0.0.2'],
  'metadata.org': ['169.254.169.254'],
  'nothing.org': [],
}

function opened(settings: Parameters<typeof openGuardedFetch>[0] = {}) {
  asked = []
  return openGuardedFetch({
    ports: new Set([String(port)]),
    isAllowedAddress: (address) => address === OUTSIDE || isPublicAddress(address),
    isAllowedName: isWebName,
    resolve: async (name) =>
      (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    timeoutMs: 1_500,
    maxBytes: 1_000_000,
    ...settings,
  })
}

const at = (path: string, host = 'outside.org') => `http://${host}:${port}${path}`
const signal = () => AbortSignal.timeout(30_000)
const to = (target: string, status = 302) => at(`/?status=${status}&to=${encodeURIComponent(target)}`)

describe('a page', () => {
  it('comes with its kind and its charset', async () => {
    const page = await opened().fetch(at('/page'), signal())
    expect({ ...page, bytes: Buffer.from(page.bytes).toString() }).toEqual({
      link: at('/page'),
      kind: 'html',
      charset: 'iso-8859-1',
      bytes: '<p>hello</p>',
    })
  })

  it.each([
    { name: 'packed text', path: '/gzip', kind: 'text' },
    { name: 'a PDF by its ending', path: '/untyped.pdf', kind: 'pdf' },
  ])('$name is read', async ({ path, kind }) => {
    expect((await opened().fetch(at(path), signal())).kind).toBe(kind)
  })

  it.each([301, 302, 303, 307, 308])('is found behind a redirect of %d, relative or not', async (status) => {
    expect((await opened().fetch(to('/page', status), signal())).link).toBe(at('/page'))
    expect((await opened().fetch(to(at('/page'), status), signal())).link).toBe(at('/page'))
  })

  it.each([
    { name: 'missing', path: '/missing', says: '404' },
    { name: 'a picture', path: '/picture', says: 'image/png' },
    { name: 'a program', path: '/program', says: 'octet-stream' },
    { name: 'larger than allowed', path: '/big', says: '1000000 bytes' },
    { name: 'larger than allowed when unpacked', path: '/bomb', says: '1000000 bytes' },
    { name: 'never ending', path: '/endless', says: 'within 1.5 s' },
    { name: 'never beginning', path: '/silent', says: 'within 1.5 s' },
    { name: 'torn off', path: '/torn', says: 'before the answer was complete' },
    { name: 'behind endless redirects', path: '/loop', says: 'more than 5 redirects' },
  ])('that is $name fails with the reason', async ({ path, says }) => {
    const failing = opened().fetch(at(path), signal())
    await expect(failing).rejects.toMatchObject({
      code: 'LINK_FAILED',
      message: expect.stringContaining(says),
    })
  })

  it('is given up when the caller goes', async () => {
    const failing = opened().fetch(at('/silent'), AbortSignal.timeout(50))
    await expect(failing).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('an address inside is never asked', () => {
  it.each<[string, () => string]>([
    ['by name', () => at('/page', 'inside.org')],
    ['by a name with an address outside, too', () => at('/page', 'both.org')],
    ['by a mapped address', () => at('/page', 'mapped.org')],
    ['by a name of the metadata service', () => at('/page', 'metadata.org')],
    ['by its number', () => at('/page', '127.0.0.2')],
    ['by a redirect to a number', () => to(at('/page', '127.0.0.2'))],
    ['by a redirect to a name', () => to(at('/page', 'inside.org'))],
    ['by a redirect in decimal', () => to(at('/page', '2130706434'))],
    ['by a redirect without a scheme', () => to(`//127.0.0.2:${port}/page`)],
    ['by a redirect to IPv6', () => to(at('/page', '[::1]'))],
    ['by a redirect to the metadata service', () => to('http://169.254.169.254/latest/')],
    ['by a redirect to a file', () => to('file:///etc/passwd')],
    ['by a redirect to another port', () => to('http://outside.org:22/')],
    ['by a redirect with a password', () => to(`http://a:b@outside.org:${port}/page`)],
    ['by two redirects', () => to(to(at('/page', 'inside.org')))],
    ['by a redirect that keeps the method', () => to(at('/page', 'inside.org'), 308)],
  ])('%s', async (_, link) => {
    await expect(opened().fetch(link(), signal())).rejects.toMatchObject({ code: 'LINK_REFUSED' })
    expect(asked.filter((path) => path.endsWith('/page'))).toEqual([])
  })

  it('by a name that changes its address: it is looked up once for each connection, and that answer is used', async () => {
    const answers = [OUTSIDE, '127.0.0.2', '127.0.0.2']
    let lookups = 0
    const resolve = async () => [{ address: answers[lookups++] ?? '', family: 4 }]
    expect((await opened({ resolve }).fetch(at('/page', 'rebinding.org'), signal())).kind).toBe('html')
    expect(lookups).toBe(1)
  })

  it('by a name that changes its address between two redirects', async () => {
    const answers = [OUTSIDE, '127.0.0.2']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const link = to('/page').replace('outside.org', 'rebinding.org')
    await expect(opened({ resolve }).fetch(link, signal())).rejects.toMatchObject({ code: 'LINK_REFUSED' })
    expect(asked).toHaveLength(1)
  })

  it('by a name without an address', async () => {
    await expect(opened().fetch(at('/page', 'nothing.org'), signal())).rejects.toMatchObject({
      code: 'LINK_FAILED',
    })
  })
})

/** Throws where there is no openssl. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ')
  const named = ['-subj', '/CN=outside.org', '-addext', 'subjectAltName=DNS:outside.org']
  execFileSync(OPENSSL, [...made, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

function hasOpenssl(): boolean {
  try {
    execFileSync(OPENSSL, ['version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const isThere = hasOpenssl()

describe('a certificate', () => {
  it.skipIf(!isThere)(
    `that no authority has signed is an error${isThere ? '' : ' (skipped: no openssl)'}`,
    async () => {
      let requests = 0
      const secure = createSecureServer(selfSigned(), (_, response) => {
        requests++
        response.setHeader('content-type', 'text/html').end('<p>hello</p>')
      })
      await new Promise<void>((resolve) => secure.listen(0, OUTSIDE, resolve))
      const { port: securePort } = secure.address() as { port: number }
      const fetching = opened({ ports: new Set([String(securePort)]) }).fetch(
        `https://outside.org:${securePort}/`,
        signal(),
      )
      await expect(fetching).rejects.toMatchObject({
        code: 'LINK_FAILED',
        message: expect.stringContaining('self-signed certificate'),
      })
      secure.close()
      expect(requests).toBe(0)
    },
  )
})
