import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorCatalogue } from '../../../core/index.ts'
import { formOf, type Served, serve } from '../../fixtures/served-samples.ts'

let served: Served
const lines: string[] = []
beforeAll(async () => {
  served = await serve(
    { logLevel: 'error', maxBodyMb: 1 },
    { logStream: { write: (line) => void lines.push(line) } },
  )
  await served.gloss.sessionOfNew('main')
})
afterAll(() => served.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const big = Buffer.alloc(1024 * 1024 + 1, 'x')

describe('a problem', () => {
  const posted = (payload: string, url = '/retrieve', headers = JSON_TYPE) =>
    ({ method: 'POST', url, headers, payload }) as const
  const uploaded = (bytes: string | Buffer, query = '') =>
    ({ method: 'POST', url: `/papers${query}`, ...formOf([{ name: 'a.txt', bytes }]) }) as const
  const JOB = '/jobs/5f0f0a4e-6a43-4b4e-9d0c-3f6f0f6f0f6f'
  it.each<[name: string, request: InjectOptions, code: ErrorCode]>([
    ['an unknown path', { url: '/nothing' }, 'ROUTE_NOT_FOUND'],
    ['a file that is not there', { url: '/nothing.js' }, 'ROUTE_NOT_FOUND'],
    ['a path out of the page', { url: '/..%2f..%2fpackage.json' }, 'ROUTE_NOT_FOUND'],
    ['a path that cannot be decoded', { url: '/%ff' }, 'INPUT_INVALID'],
    ['a wrong method', { method: 'PUT', url: '/retrieve' }, 'METHOD_NOT_ALLOWED'],
    ['a wrong method with a parameter', { method: 'PATCH', url: '/units/7' }, 'METHOD_NOT_ALLOWED'],
    ['JSON that is none', posted('{"query":'), 'INPUT_INVALID'],
    ['JSON that is empty', posted(''), 'INPUT_INVALID'],
    ['a poisoned prototype', posted('{"__proto__":{"x":1}}'), 'INPUT_INVALID'],
    [
      'a body of another type',
      posted('x', '/retrieve', { 'content-type': 'text/plain' }),
      'UNSUPPORTED_MEDIA',
    ],
    ['a body that is too large', posted(`"${big}"`), 'TOO_LARGE'],
    ['an upload as JSON', posted('{}', '/papers'), 'UNSUPPORTED_MEDIA'],
    ['an upload that is too large', uploaded(big), 'TOO_LARGE'],
    ['an upload without files', { method: 'POST', url: '/papers', ...formOf([]) }, 'INPUT_INVALID'],
    ['an upload with an unknown topic', uploaded('x', '?topic=/etc/passwd'), 'INPUT_INVALID'],
    ['an unknown job', { url: JOB }, 'JOB_NOT_FOUND'],
    ['events of an unknown job', { url: `${JOB}/events` }, 'JOB_NOT_FOUND'],
    ['a job id that is none', { url: '/jobs/1' }, 'INPUT_INVALID'],
  ])('answers %s with a document of the catalogue', async (_, request, code) => {
    const { statusCode, headers, payload, ...answer } = await served.server.inject(request)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json()
    const { http, help, retry } = errorCatalogue[code]
    expect(problem).toMatchObject({ code, status: http, help, retry })
    expect(statusCode).toBe(http)
    expect(problem.instance).toBe(
      `urn:gloss:request:${headers['x-request-id'] ?? problem.instance.split(':').at(-1)}`,
    )
    expect(payload).not.toMatch(/\bat .+\.(?:ts|js):\d+|node_modules/)
  })

  it('names the methods that would do', async () => {
    const { headers } = await served.server.inject({ method: 'PUT', url: '/retrieve' })
    expect(headers.allow).toBe('GET, HEAD, POST')
  })

  it('of ours shows no detail, and logs it under the id that it shows', async () => {
    const secret = new TypeError('a secret path: /home/somebody')
    const breaking = { ...served.gloss.workspace, listCorpora: () => Promise.reject(secret) }
    const own = await serve({ logLevel: 'error' }, { logStream: { write: (line) => void lines.push(line) } })
    Object.assign(own.gloss.workspace, { listCorpora: breaking.listCorpora })
    const answer = await own.server.inject('/corpora')
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL'])
    expect(answer.payload).not.toContain('somebody')
    const logged = JSON.parse(lines.at(-1) ?? '{}')
    expect(logged.err.message).toBe(secret.message)
    expect(answer.json().instance).toBe(`urn:gloss:request:${logged.reqId}`)
    await own.close()
  })
})
