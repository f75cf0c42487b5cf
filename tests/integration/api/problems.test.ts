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
  it.each([
    { name: 'an unknown path', request: { url: '/nothing' }, code: 'ROUTE_NOT_FOUND' },
    { name: 'a file that is not there', request: { url: '/nothing.js' }, code: 'ROUTE_NOT_FOUND' },
    { name: 'a path out of the page', request: { url: '/..%2f..%2fpackage.json' }, code: 'ROUTE_NOT_FOUND' },
    { name: 'a path that cannot be decoded', request: { url: '/%ff' }, code: 'INPUT_INVALID' },
    { name: 'a wrong method', request: { method: 'PUT', url: '/retrieve' }, code: 'METHOD_NOT_ALLOWED' },
    {
      name: 'a wrong method with a parameter',
      request: { method: 'PATCH', url: '/units/7' },
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      name: 'JSON that is none',
      request: { method: 'POST', url: '/retrieve', headers: JSON_TYPE, payload: '{"query":' },
      code: 'INPUT_INVALID',
    },
    {
      name: 'JSON that is empty',
      request: { method: 'POST', url: '/retrieve', headers: JSON_TYPE, payload: '' },
      code: 'INPUT_INVALID',
    },
    {
      name: 'a poisoned prototype',
      request: { method: 'POST', url: '/retrieve', headers: JSON_TYPE, payload: '{"__proto__":{"x":1}}' },
      code: 'INPUT_INVALID',
    },
    {
      name: 'a body of another type',
      request: { method: 'POST', url: '/retrieve', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      code: 'UNSUPPORTED_MEDIA',
    },
    {
      name: 'a body that is too large',
      request: { method: 'POST', url: '/retrieve', headers: JSON_TYPE, payload: `"${big}"` },
      code: 'TOO_LARGE',
    },
    {
      name: 'an upload as JSON',
      request: { method: 'POST', url: '/papers', headers: JSON_TYPE, payload: '{}' },
      code: 'UNSUPPORTED_MEDIA',
    },
    {
      name: 'an upload that is too large',
      request: { method: 'POST', url: '/papers', ...formOf([{ name: 'a.txt', bytes: big }]) },
      code: 'TOO_LARGE',
    },
    {
      name: 'an upload without files',
      request: { method: 'POST', url: '/papers', ...formOf([]) },
      code: 'INPUT_INVALID',
    },
    {
      name: 'an upload with an unknown topic',
      request: {
        method: 'POST',
        url: '/papers?topic=/etc/passwd',
        ...formOf([{ name: 'a.txt', bytes: 'x' }]),
      },
      code: 'INPUT_INVALID',
    },
    {
      name: 'an unknown job',
      request: { url: '/jobs/5f0f0a4e-6a43-4b4e-9d0c-3f6f0f6f0f6f' },
      code: 'JOB_NOT_FOUND',
    },
    {
      name: 'events of an unknown job',
      request: { url: '/jobs/5f0f0a4e-6a43-4b4e-9d0c-3f6f0f6f0f6f/events' },
      code: 'JOB_NOT_FOUND',
    },
    { name: 'a job id that is none', request: { url: '/jobs/1' }, code: 'INPUT_INVALID' },
  ] as const)('answers $name with a document of the catalogue', async ({ request, code }) => {
    const { statusCode, headers, payload, ...answer } = await served.server.inject(request as object)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = answer.json()
    const { http, help, retry } = errorCatalogue[code as ErrorCode]
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
