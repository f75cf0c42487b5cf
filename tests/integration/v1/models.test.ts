/** Tests models and vectors: those of Gloss next to those of the model server. */
import { describe, expect, it } from 'vitest'
import { openRecordingServer, type RecordedAnswer } from '../../fakes/recording-server.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'
import { column, openService, sharedService } from '../../fixtures/service.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

describe('/v1/models', () => {
  async function modelsOf(answer: RecordedAnswer) {
    await using upstream = await openRecordingServer(() => answer)
    const service = await openService({ llmUrl: `${upstream.origin}/v1` })
    const asked = { method: 'GET', headers: { 'accept-encoding': 'gzip' } }
    const { status, bytes, headers } = await rawAnswer(`${await service.listen()}/v1/models`, asked)
    return { status, headers, body: JSON.parse(bytes.toString()), sent: upstream.requests[0]?.headers }
  }

  it('keeps all that the model server lists, and asks for it unpacked', async () => {
    const data = [{ id: 'big', meta: { n_ctx: 4_096 } }, { id: 'static' }]
    const { status, headers, body, sent } = await modelsOf({
      headers: ['Content-Type', 'application/json', 'X-Served-By', 'them'],
      body: JSON.stringify({ object: 'list', data, extra: [1] }),
    })
    expect([status, headers['x-served-by']]).toEqual([200, 'them'])
    expect(body).toMatchObject({ object: 'list', extra: [1] })
    expect(body.data.slice(0, 2)).toEqual(data)
    expect(column(body.data.slice(2), 'id')).not.toContain('static')
    expect(sent?.['accept-encoding']).toBeUndefined()
  })

  it('reports a list that breaks off as a failure with a code', async () => {
    const headers = ['Content-Type', 'application/json', 'Content-Length', '100']
    const { status, body } = await modelsOf({ headers, body: '{"data":[', isBroken: true })
    expect([status, body.error.code]).toEqual([502, 'MODEL_STREAM_BROKEN'])
  })
})

describe('/v1/embeddings', () => {
  const { post } = sharedService()

  it('of Gloss need no model server', async () => {
    const { status, body } = await post('/v1/embeddings', { model: 'static', input: ['ACE', ''], user: 'me' })
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    expect([status, body]).toMatchObject([200, { model: 'static', data: [{}, {}], usage }])
    expect(body.data[0]).toMatchObject({ object: 'embedding', index: 0 })
  })

  it.each([
    { name: 'nothing', body: {}, param: 'input' },
    { name: 'an empty list', body: { input: [] }, param: 'input' },
    { name: 'lists of numbers', body: { input: [[1, 2]] }, param: 'input' },
    { name: 'token numbers', body: { input: [1, 2, 3] }, param: 'input' },
    { name: 'too many texts', body: { input: Array(2_049).fill('x') }, param: 'input' },
    { name: 'another width', body: { input: 'x', dimensions: 1024 }, param: 'dimensions' },
    { name: 'another form', body: { input: 'x', encoding_format: 'hex' }, param: 'encoding_format' },
  ])('refuses $name, by name', async ({ body, param }) => {
    const refused = await post('/v1/embeddings', { model: 'gloss', ...body })
    const error = { param, type: 'invalid_request_error' }
    expect([refused.status, refused.body]).toMatchObject([400, { error }])
  })

  it.skipIf(!hasShared)(orSkipped('of MiniLM have its width, and it is listed'), async () => {
    const service = await openService({ models: sharedPath('models') })
    const { body } = await service.post('/v1/embeddings', { model: 'minilm', input: 'ACE haplotypes' })
    expect(body.data[0].embedding.length).toBe(384)
    const list = (await service.get('/v1/models')).body
    expect(column(list.data, 'id')).toEqual(['gloss', 'static', 'minilm'])
  })
})
