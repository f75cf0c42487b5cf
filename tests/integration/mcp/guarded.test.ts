/** Who may use /mcp: whoever may use the service, and no page of another site. */
import { afterEach, describe, expect, it } from 'vitest'
import { openMcp } from '../../fixtures/mcp-clients.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

const KEY = 'correct horse battery'
const HOST = '127.0.0.1:8899'
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function post(headers: Readonly<Record<string, string>>) {
  const sent = { accept: 'application/json, text/event-stream', host: HOST, ...headers }
  return await served!.server.inject({ url: '/mcp', method: 'POST', headers: sent, payload: LIST })
}

describe('/mcp', () => {
  it.each([
    { name: 'a loopback host', headers: {}, status: 200 },
    { name: 'a host of somebody else', headers: { host: 'rebound.example' }, status: 403 },
    { name: 'a page of its own', headers: { origin: `http://${HOST}` }, status: 200 },
    { name: 'a page of another site', headers: { origin: 'https://evil.example' }, status: 403 },
    { name: 'a page of no site', headers: { origin: 'null' }, status: 403 },
  ])('answers $name with $status', async ({ headers, status }) => {
    served = await serve()
    expect((await post(headers as Record<string, string>)).statusCode).toBe(status)
  })

  it('refuses a page of another site even with the key, and clients without it', async () => {
    served = await serve({ key: KEY })
    expect((await post({})).statusCode).toBe(401)
    expect((await post({ authorization: `Bearer ${KEY}` })).statusCode).toBe(200)
    const foreign = await post({ authorization: `Bearer ${KEY}`, origin: 'https://evil.example' })
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'ORIGIN_REFUSED'])
  })

  it('is reached by a client that sends the key', async () => {
    served = await serve({ key: KEY })
    const url = `${await served.server.listen({ host: '127.0.0.1', port: 0 })}/mcp`
    await using client = await openMcp({ url, headers: { authorization: `Bearer ${KEY}` } })
    expect(await client.tools()).toHaveLength(9)
    await expect(openMcp({ url })).rejects.toThrow()
  })

  const callOf = (name: string, args: object) => ({
    ...LIST,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  async function statusOfCall(call: object): Promise<number> {
    const headers = { accept: 'application/json, text/event-stream', host: HOST }
    const sent = { url: '/mcp', method: 'POST' as const, headers, payload: call }
    return (await served!.server.inject(sent)).statusCode
  }

  it('takes calls of 1 MB at the most', async () => {
    served = await serve()
    expect(await statusOfCall(callOf('search', { query: 'x'.repeat(900_000) }))).toBe(200)
    expect(await statusOfCall(callOf('search', { query: 'x'.repeat(1_100_000) }))).toBe(413)
  })

  it('takes papers as large as an upload where agents may add them', async () => {
    served = await serve({ mcpAdd: true, maxBodyMb: 3 })
    const paper = (bytes: number) => callOf('add', { base64: Buffer.alloc(bytes).toString('base64') })
    expect(await statusOfCall(paper(2_000_000))).toBe(200)
    expect(await statusOfCall(paper(3_000_000))).toBe(413)
  })

  it('has no sessions', async () => {
    served = await serve()
    const answer = await served.server.inject({ url: '/mcp', method: 'DELETE', headers: { host: HOST } })
    expect(answer.statusCode).toBe(405)
    expect((await post({})).headers).not.toHaveProperty('mcp-session-id')
  })
})
