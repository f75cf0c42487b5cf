/** Tests /openapi.json for generators of clients: names, errors, bodies, and nothing that they reject. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly enum?: string[] } }[]
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
}

let served: Served
let document: {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>
}
beforeAll(async () => {
  served = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
  document = (await served.server.inject('/openapi.json')).json()
})
afterAll(() => served.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

describe('/openapi.json', () => {
  it('has the version of OpenAPI, of the package, and a server', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe(packageFile.version)
    expect(document.servers).toHaveLength(1)
  })

  it('names every operation, each by another name', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('says how every operation fails: as a problem, under /v1 as OpenAI does', () => {
    for (const { path, operation } of operations()) {
      const kind = path.startsWith('/v1/') ? 'OpenAiError' : 'Problem'
      for (const status of ['400', '401', '429', '500'])
        expect(operation.responses[status]?.$ref).toBe(`#/components/responses/${kind}${status}`)
    }
    expect(document.components['responses']?.['Problem404']?.['content']).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
  })

  it('describes a problem as the service sends it', async () => {
    const problem = (await served.server.inject('/papers/none')).json()
    const { schemas = {} } = document.components
    const { properties, required } = schemas['Problem'] as unknown as {
      readonly properties: object
      readonly required: readonly string[]
    }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(problem)))
    expect(Object.keys(problem)).toEqual(expect.arrayContaining([...required]))
  })

  it('says what an upload is', () => {
    const content = document.paths['/papers']?.['post']?.requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(document.components['schemas']?.['UploadPapersRequest']).toMatchObject({
      properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
      required: ['file'],
    })
  })

  it('has a schema for every JSON answer, /v1 included, and every reference leads somewhere', () => {
    for (const { path, operation } of operations())
      for (const [status, { $ref, content = {} }] of Object.entries(operation.responses))
        if ($ref === undefined && status !== '204')
          expect([path, Object.keys(content).length]).not.toEqual([path, 0])
    const text = JSON.stringify(document)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(document.components[kind]).toHaveProperty(name)
  })

  it('knows the media type of an answer in every format, and that JSON is no text', async () => {
    const needs = { columns: 'IC50', span: '0-100' }
    let asked = 0
    for (const { path, operation } of operations()) {
      if (path.startsWith('/runs/')) continue
      const { parameters = [], responses } = operation
      const formats = parameters.find(({ name }) => name === 'format')?.schema.enum ?? []
      const needed = Object.entries(needs).filter(([name]) => parameters.some((one) => one.name === name))
      for (const format of formats) {
        const query = new URLSearchParams({ ...Object.fromEntries(needed), format })
        const place = path.replace('{id}', 'bark-extract-lupeol.pdf').replace('{name}', 'main')
        const { headers, statusCode } = await served.server.inject(`${place}?${query}`)
        const media = String(headers['content-type']).split(';')[0] ?? ''
        const described = responses[statusCode]?.content as Record<string, { schema: { type?: string } }>
        expect(Object.keys(described), `${path} ${format}`).toContain(media)
        if (/[/+]json$/.test(media))
          expect(described[media]?.schema.type, `${path} ${format}`).not.toBe('string')
        asked++
      }
    }
    expect(asked).toBeGreaterThan(15)
  })

  it('has no tuple, and takes years as text and as an object', () => {
    expect(JSON.stringify(document)).not.toContain('prefixItems')
    expect(document.components['schemas']?.['Filter']).toMatchObject({
      properties: { years: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
    })
  })
})
