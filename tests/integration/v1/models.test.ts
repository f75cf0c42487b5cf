/** Tests models and vectors: those of Gloss next to those of the model server. */
import { afterEach, describe, expect, it } from 'vitest'
import { openRecordingServer, type RecordedAnswer } from '../../fakes/recording-server.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

let served: Served | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function open(settings: Readonly<Record<string, unknown>>): Promise<string> {
  served = await serve(settings)
  return `${await served.server.listen({ host: '127.0.0.1', port: 0 })}/v1`
}

const json = (body: unknown, status = 200): RecordedAnswer => ({
  status,
  headers: ['Content-Type', 'application/json', 'X-Served-By', 'them'],
  body: JSON.stringify(body),
})

describe('/v1/models', () => {
  const get = (url: string) =>
    rawAnswer(`${url}/models`, { method: 'GET', headers: { 'accept-encoding': 'gzip' } })

  it('keeps all that the model server says, and asks for it unpacked', async () => {
    const theirs = {
      object: 'list',
      data: [{ id: 'big', meta: { n_ctx: 4_096 } }, { id: 'static' }],
      extra: [1],
    }
    await using upstream = await openRecordingServer(() => json(theirs))
    const { status, bytes, headers } = await get(await open({ llmUrl: `${upstream.origin}/v1` }))
    const { data, ...rest } = JSON.parse(bytes.toString())
    expect([status, headers['x-served-by'], rest]).toEqual([200, 'them', { object: 'list', extra: [1] }])
    expect(data.slice(0, 2)).toEqual(theirs.data)
    expect(data.slice(2).map(({ id }: { id: string }) => id)).not.toContain('static')
    expect(upstream.requests[0]?.headers['accept-encoding']).toBeUndefined()
  })

  it('that break off on their way are a failure with a code', async () => {
    const headers = ['Content-Type', 'application/json', 'Content-Length', '100']
    await using upstream = await openRecordingServer(() => ({ headers, body: '{"data":[', isBroken: true }))
    const { status, bytes } = await get(await open({ llmUrl: `${upstream.origin}/v1` }))
    expect([status, JSON.parse(bytes.toString()).error.code]).toEqual([502, 'MODEL_STREAM_BROKEN'])
  })
})

describe('/v1/embeddings', () => {
  const post = (url: string, body: string) => rawAnswer(`${url}/embeddings`, { body })

  it('of ours need no model server', async () => {
    const { status, bytes } = await post(await open({}), '{"model":"static","input":["ACE",""],"user":"me"}')
    const { data, model, usage } = JSON.parse(bytes.toString())
    expect([status, model, data.length, usage]).toEqual([
      200,
      'static',
      2,
      { prompt_tokens: 1, total_tokens: 1 },
    ])
    expect(data[0]).toMatchObject({ object: 'embedding', index: 0 })
  })

  it.each([
    { name: 'nothing', body: '{"model":"gloss"}', param: 'input' },
    { name: 'an empty list', body: '{"model":"gloss","input":[]}', param: 'input' },
    { name: 'lists of numbers', body: '{"model":"gloss","input":[[1,2]]}', param: 'input' },
    { name: 'token numbers', body: '{"model":"gloss","input":[1,2,3]}', param: 'input' },
    {
      name: 'too many texts',
      body: JSON.stringify({ model: 'gloss', input: Array(2_049).fill('x') }),
      param: 'input',
    },
    { name: 'another width', body: '{"model":"gloss","input":"x","dimensions":1024}', param: 'dimensions' },
    {
      name: 'another form',
      body: '{"model":"gloss","input":"x","encoding_format":"hex"}',
      param: 'encoding_format',
    },
  ])('refuses $name, by name', async ({ body, param }) => {
    const { status, bytes } = await post(await open({}), body)
    const { error } = JSON.parse(bytes.toString())
    expect([status, error.param, error.type]).toEqual([400, param, 'invalid_request_error'])
  })

  it.skipIf(!hasShared)(orSkipped('of MiniLM have its width, and it is listed'), async () => {
    const url = await open({ models: sharedPath('models') })
    const { bytes } = await post(url, '{"model":"minilm","input":"ACE haplotypes"}')
    expect(JSON.parse(bytes.toString()).data[0].embedding.length).toBe(384)
    const list = JSON.parse((await rawAnswer(`${url}/models`, { method: 'GET' })).bytes.toString())
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual(['gloss', 'static', 'minilm'])
  })
})
