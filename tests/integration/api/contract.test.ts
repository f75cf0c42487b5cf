/** Tests /openapi.json for generators of clients: names, errors, bodies, one spelling of each parameter, and nothing that they reject. */
import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXPERIMENTAL_BACKENDS, EXPERIMENTAL_MONITORS } from '../../../app/index.ts'
import { buildProgram } from '../../../cli/program.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json, sharedService } from '../../fixtures/service.ts'

const { get } = sharedService({}, { papers: [samplePaper('bark-extract-lupeol')] })

let document: Json
let operations: { path: string; method: string; operation: Json }[]
beforeAll(async () => {
  document = (await get('/openapi.json')).body
  operations = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
})

describe('/openapi.json', () => {
  it('has the versions of OpenAPI and of the package, a server, and another name for every operation', () => {
    const info = { version: packageFile.version }
    expect(document).toMatchObject({ openapi: '3.1.0', info, servers: [{}] })
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('says how every operation fails: as a problem, under /v1 as OpenAI does', async () => {
    for (const { path, operation } of operations) {
      const kind = path.startsWith('/v1/') ? 'OpenAiError' : 'Problem'
      for (const status of ['400', '401', '429', '500'])
        expect(operation.responses[status]?.$ref).toBe(`#/components/responses/${kind}${status}`)
    }
    const { responses, schemas } = document.components
    const schema = { $ref: '#/components/schemas/Problem' }
    expect(responses.Problem404.content).toEqual({ 'application/problem+json': { schema } })
    const sent = Object.keys((await get('/papers/none')).body)
    expect(Object.keys(schemas.Problem.properties)).toEqual(expect.arrayContaining(sent))
    expect(sent).toEqual(expect.arrayContaining(schemas.Problem.required))
  })

  it('says what an upload is', () => {
    const { content } = document.paths['/papers'].post.requestBody
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(document.components.schemas.UploadPapersRequest).toMatchObject({
      properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
      required: ['file'],
    })
  })

  it('has a schema for every JSON answer, /v1 included, and every reference leads somewhere', () => {
    for (const { path, operation } of operations)
      for (const [status, { $ref, content = {} }] of Object.entries<Json>(operation.responses))
        if ($ref === undefined && status !== '204')
          expect([path, Object.keys(content).length]).not.toEqual([path, 0])
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(
      /"#\/components\/(\w+)\/(\w+)"/g,
    ))
      expect(document.components[kind]).toHaveProperty(name)
  })

  it('knows the media type of an answer in every format, and that JSON is no text', async () => {
    const needs = { columns: 'IC50', span: '0-100' }
    let asked = 0
    for (const { path, operation } of operations.filter((one) => !one.path.startsWith('/runs/'))) {
      const { parameters = [], responses } = operation
      const formats = parameters.find(({ name }: Json) => name === 'format')?.schema.enum ?? []
      const needed = Object.entries(needs).filter(([name]) => column(parameters, 'name').includes(name))
      for (const format of formats) {
        const place = path.replace('{id}', 'bark-extract-lupeol.pdf').replace('{name}', 'main')
        const { headers, status } = await get(place, { ...Object.fromEntries(needed), format })
        const media = String(headers['content-type']).split(';')[0] ?? ''
        const described = responses[status]?.content
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
    expect(document.components.schemas.Filter).toMatchObject({
      properties: { years: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
    })
  })

  it.each([
    { names: EXPERIMENTAL_BACKENDS, count: 9 },
    { names: EXPERIMENTAL_MONITORS, count: 2 },
  ])('marks $names as experimental in every request that takes them', ({ names, count }) => {
    const withSchemas = (_: string, value: Json) => {
      const [, name] = /^#\/components\/schemas\/(.*)$/.exec(String(Object(value).$ref)) ?? []
      return name === undefined ? value : { ...value, $ref: document.components.schemas[name] }
    }
    const requests = operations
      .map(({ operation: { parameters, requestBody } }) =>
        JSON.stringify({ parameters, requestBody }, withSchemas),
      )
      .filter((request) => names.some((name) => request.includes(`"${name}"`)))
    expect(requests).toHaveLength(count)
    for (const request of requests) expect(request).toContain(`; experimental: ${names.join(', ')}.`)
  })

  it('is shown to people without fetching anything from elsewhere', async () => {
    const { text, status } = await get('/docs/')
    expect(status).toBe(200)
    expect(text).not.toMatch(/(?:src|href)="https?:/)
  })
})

/** Spellings, each followed by older ones that are accepted in its place. */
const OPTIONS = [
  ['paper', 'papers'],
  ['topic', 'topics'],
  ['kind', 'kinds'],
  ['again', 'retry'],
  ['questions', 'queries', 'file'],
  ['concurrency', 'workers'],
]
const PARAMETERS = [
  ['query', 'q', 'question'],
  ['papers', 'paper'],
  ['topics', 'topic'],
  ['kinds', 'kind'],
]

describe('one thing has one name', () => {
  type Place = readonly [where: string, names: readonly string[]]

  /** Returns the places that take an older spelling without the first one of its row. */
  function faultsOf(places: readonly Place[], list: readonly string[][]): string[] {
    return places.flatMap(([where, names]) =>
      names.flatMap((name) => {
        const [spelling = name] = list.find((row) => row.includes(name)) ?? []
        return names.includes(spelling) ? [] : [`${where}: takes ${name} and not ${spelling}`]
      }),
    )
  }

  it('over HTTP', () => {
    const namesIn = ({ $ref, anyOf = [], properties = {} }: Json): string[] => [
      ...($ref === undefined ? [] : namesIn(document.components.schemas[$ref.split('/').at(-1)])),
      ...anyOf.flatMap(namesIn),
      ...Object.keys(properties),
    ]
    const places = operations.map(({ path, method, operation }): Place => {
      const { parameters = [], requestBody } = operation
      const inQuery = column(
        parameters.filter((one: Json) => one.in === 'query'),
        'name',
      )
      const inBody = Object.values<Json>(requestBody?.content ?? {}).flatMap(({ schema }) => namesIn(schema))
      return [`${method} ${path}`, [...inQuery, ...inBody]]
    })
    // The topic of an ingest is that of the gate; the topic of a search filters units.
    expect(faultsOf(places, PARAMETERS)).toEqual(['post /papers: takes topic and not topics'])
  })

  it('on the command line', async () => {
    const placesOf = (command: Command, path = 'gloss'): Place[] => [
      [path, command.options.map(({ long }) => (long ?? '').replace(/^--/, ''))],
      ...command.commands.flatMap((below) => placesOf(below, `${path} ${below.name()}`)),
    ]
    expect(faultsOf(placesOf(await buildProgram()), OPTIONS)).toEqual([])
  })

  it.each([
    { command: ['retrieve'], old: '--papers', shown: 'paper', value: ['a', 'b'] },
    { command: ['think'], old: '--topics', shown: 'topic', value: ['x'] },
    { command: ['retrieve'], old: '--kinds', shown: 'kind', value: 'unit' },
    { command: ['ingest'], old: '--again', shown: 'retry', value: true },
    { command: ['ingest'], old: '--concurrency', shown: 'workers', value: 3 },
    { command: ['solve'], old: '--questions', shown: 'file', value: 'set.json' },
    { command: ['eval', 'retrieval'], old: '--questions', shown: 'queries', value: 'q.jsonl' },
  ])('gloss $command takes $old as --$shown', async ({ command: path, old, shown, value }) => {
    let command = await buildProgram()
    for (const name of path) command = command.commands.find((one) => one.name() === name) ?? command
    const given = value === true ? [] : [value].flat().map(String)
    command.parseOptions(given.length === 0 ? [old] : given.flatMap((one) => [old, one]))
    expect(command.getOptionValue(shown)).toEqual(value)
    expect(command.helpInformation()).not.toContain(`${old} `)
  })
})
