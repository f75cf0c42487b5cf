/** What keys may do: every operation with every right, and corpora that a key does not have. */
import { beforeAll, describe, expect, it } from 'vitest'
import { INFERENCE_PATHS, RIGHT_OF_TOOL, ROUTES } from '../../../api/access/route-table.ts'
import { addKey, RIGHTS, type Right } from '../../../app/index.ts'
import { openMcp } from '../../fixtures/mcp-clients.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { sharedService } from '../../fixtures/service.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

const service = sharedService(
  { corpus: 'theirs', mcpAdd: true },
  { papers: [samplePaper('bark-extract-lupeol')] },
)
const keys = new Map<string, string>()

function makeKey(name: string, rights: readonly Right[], corpora: readonly string[] | null = null) {
  const { workspace } = service.gloss.config
  keys.set(name, addKey(workspace, { name, rights, corpora, expires: null }, new Date()).key)
}

beforeAll(async () => {
  await (await service.gloss.sessionOfNew('mine')).seq()
  for (const right of RIGHTS) makeKey(right, [right])
  makeKey('mine', ['admin'], ['mine', 'planned'])
})

async function ask(key: string, method: string, url: string, payload?: object) {
  const headers = { 'x-api-key': keys.get(key) ?? key }
  const sent = payload === undefined ? {} : { payload }
  const { status, body, text } = await service.send({ method: method as 'GET', url, headers, ...sent })
  return { status, body: body ?? text }
}

/** Problem documents and the errors of /v1. */
const codeOf = (body: { readonly code?: string; readonly error?: { readonly code?: string } }) =>
  body?.code ?? body?.error?.code

async function operations() {
  const { paths } = (await service.get('/openapi.json')).body
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const NOTHING = '0'.repeat(32)
/** Names things that do not exist, with no valid body, so that a key with the right gets another error and changes nothing. */
const urlOf = (path: string) =>
  path
    .replace('/jobs/{id}', '/jobs/00000000-0000-4000-8000-000000000000')
    .replace('{number}', '1')
    .replace('{name}', 'nothing')
    .replaceAll(/\{\w+\}/g, NOTHING)

describe('a right', () => {
  it('is defined for exactly the operations of the OpenAPI document', async () => {
    const named = (await operations()).map(({ method, path }) => `${method} ${path}`)
    const passedOn = new Set(['GET /v1/models/*', ...INFERENCE_PATHS.map((path) => `POST ${path}`)])
    const table = Object.keys(ROUTES).filter((name) => !name.startsWith('*') && !passedOn.has(name))
    expect(table.sort()).toEqual(named.sort())
  })

  it('to read changes nothing: only searches are sent as POST', () => {
    const changing = Object.entries(ROUTES).filter(([name]) => /^(?:POST|PUT|PATCH|DELETE) /.test(name))
    const open = changing.filter(([, { right }]) => !['ask', 'add', 'admin'].includes(right))
    const searches = ['POST /retrieve', 'POST /compare', 'POST /verify', 'POST /check']
    expect(open.map(([name]) => name)).toEqual(searches)
  })

  it.each(RIGHTS)('%s opens what the table says, and nothing else', async (right) => {
    const wrong: string[] = []
    for (const { method, path } of await operations()) {
      const needed = ROUTES[`${method} ${path}`]?.right.replace(' everywhere', '') ?? ''
      const isOpen = right === 'admin' || ['public', 'any', right].includes(needed)
      const { status, body } = await ask(
        right,
        method,
        urlOf(path),
        method === 'POST' ? { pattern: 'none' } : undefined,
      )
      const isRefused = status === 403 && codeOf(body) === 'RIGHT_MISSING'
      if (isRefused === isOpen || status === 401) wrong.push(`${method} ${path}: ${status} ${codeOf(body)}`)
      if (isRefused) expect(JSON.stringify(body)).toContain(`needs the right \\"${needed}\\"`)
    }
    expect(wrong).toEqual([])
  })

  it('is needed under /v1, whatever the path', async () => {
    const { status, body } = await ask('read', 'POST', '/v1/responses', {})
    expect([status, codeOf(body)]).toEqual([403, 'RIGHT_MISSING'])
    expect((await ask('ask', 'POST', '/v1/responses', {})).status).toBe(409)
  })

  it('to ask is needed where a backend asks a model', async () => {
    expect((await ask('read', 'GET', '/retrieve?q=bark&backend=words')).status).toBe(200)
    for (const refused of [
      await ask('read', 'GET', '/retrieve?q=bark&backend=vanna'),
      await ask('read', 'POST', '/retrieve', { query: 'bark', backend: 'lightrag:model' }),
      await ask('read', 'POST', '/compare', { queries: ['bark'], backends: ['words', 'vanna'] }),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'RIGHT_MISSING'])
  })

  it('opens the tools of agents that need it, and these alone are listed', async () => {
    const url = `${await service.listen()}/mcp`
    for (const right of RIGHTS) {
      await using client = await openMcp({ url, headers: { authorization: `Bearer ${keys.get(right)}` } })
      const listed = (await client.tools()).map(({ name }) => name).sort()
      const open = Object.keys(RIGHT_OF_TOOL).filter(
        (tool) => right === 'admin' || RIGHT_OF_TOOL[tool] === right,
      )
      expect(listed).toEqual(open.sort())
      const answer = await client.call('ask', { question: 'bark?' })
      const isRefused = JSON.stringify(answer).includes('RIGHT_MISSING')
      expect(isRefused).toBe(!open.includes('ask'))
    }
  })
})

describe('a key of some corpora', () => {
  const BODIES: Readonly<Record<string, object>> = {
    'POST /retrieve': { query: 'bark' },
    'POST /compare': { queries: ['bark'] },
    'POST /ask': { question: 'bark?' },
    'POST /verify': { text: 'no quotation' },
    'POST /check': { draft: 'no citation' },
    'POST /rag': { query: 'bark' },
    'POST /execute': { code: 'print(1)' },
    'POST /solve': { question: 'bark?' },
    'POST /gate/{paper}': { decision: 'keep' },
    'PATCH /papers/{id}': { year: 2014 },
  }

  /** What an operation needs beside the corpus; one with neither a query nor a body names no corpus. */
  const QUERIES: Readonly<Record<string, string>> = {
    'GET /papers/{id}/spans': 'start=0&end=5&',
    'GET /papers/{id}/marked': 'span=0-5&',
    'GET /graph': 'name=bark&',
    'GET /values': 'q=bark&',
    'GET /table': 'columns=dose&',
    'GET /corpora/{name}/export': 'format=csv&',
  }

  async function namingTheirs({ method, path, operation }: Awaited<ReturnType<typeof operations>>[number]) {
    const name = `${method} ${path}`
    const isInPath = path.startsWith('/corpora/{name}')
    const takesIt = operation.parameters?.some((one) => one.in === 'query' && one.name === 'corpus')
    const body = BODIES[name]
    if (takesIt !== true && !isInPath && body === undefined) return null
    const url = urlOf(path.replace('/corpora/{name}', '/corpora/theirs'))
    const corpus = takesIt === true && body === undefined ? 'corpus=theirs' : ''
    const sent = body === undefined ? undefined : { ...body, corpus: 'theirs' }
    const answer = await ask('mine', method, `${url}?${QUERIES[name] ?? ''}${corpus}`, sent)
    return `${name}: ${answer.status} ${codeOf(answer.body)}`
  }

  it('is refused on every operation that names another corpus', async () => {
    const answers = []
    for (const operation of await operations()) answers.push(await namingTheirs(operation))
    const named = answers.filter((answer) => answer !== null)
    expect(named.filter((answer) => !answer.endsWith(': 403 RIGHT_MISSING'))).toEqual([])
    expect(named.length).toBeGreaterThan(20)
    expect(await service.gloss.workspace.listCorpora()).toContain('theirs')
  })

  it('sees its own corpora, one of which is its default', async () => {
    const { body } = await ask('mine', 'GET', '/corpora')
    expect(body.default).toBe('mine')
    expect(body.corpora.map(({ name }: { name: string }) => name)).toEqual(['mine'])
    expect((await ask('mine', 'GET', '/papers')).body.papers).toEqual([])
    expect((await ask('admin', 'GET', '/papers')).body.papers).toHaveLength(1)
    expect((await ask('mine', 'GET', '/retrieve?q=bark')).body.hits).toEqual([])
  })

  it('does not learn the names of other corpora', async () => {
    const { status, body } = await ask('mine', 'GET', '/papers?corpus=planned')
    expect([status, body.code]).toEqual([404, 'CORPUS_NOT_FOUND'])
    expect(JSON.stringify(body)).not.toContain('theirs')
  })

  it('may make a corpus of its own name, and no other', async () => {
    expect((await ask('mine', 'POST', '/corpora', { name: 'another' })).status).toBe(403)
    expect((await ask('mine', 'POST', '/corpora', { name: 'planned' })).status).toBe(201)
    expect((await ask('mine', 'DELETE', '/corpora/planned')).status).toBe(204)
  })

  it('sees neither jobs nor runs over another one', async () => {
    const { payload, headers } = formOf([{ name: 'note.txt', bytes: 'A text about bark.' }])
    const upload = { payload, headers: { ...headers, 'x-api-key': keys.get('add') ?? '' } }
    const { id } = (await service.send({ method: 'POST', url: '/papers?corpus=theirs', ...upload })).body
    expect((await ask('add', 'GET', `/jobs/${id}`)).status).toBe(200)
    expect((await ask('mine', 'GET', '/jobs')).body.jobs).toEqual([])
    for (const [method, url] of [
      ['GET', `/jobs/${id}`],
      ['GET', `/jobs/${id}/events`],
      ['DELETE', `/jobs/${id}`],
    ] as const)
      expect((await ask('mine', method, url)).body.code).toBe('JOB_NOT_FOUND')

    const plan = { corpus: 'theirs', question: { id: 'asked', text: 'bark?' }, pattern: 'single' }
    const run = await service.gloss.runs().create(plan as never, new Date().toISOString())
    expect((await ask('read', 'GET', '/runs')).body.runs).toHaveLength(1)
    expect((await ask('mine', 'GET', '/runs')).body.runs).toEqual([])
    for (const url of [`/runs/${run.id}`, `/runs/${run.id}/trace`, `/runs/${run.id}/events`])
      expect((await ask('mine', 'GET', url)).body.code).toBe('RUN_NOT_FOUND')
    for (const url of [`/runs/${run.id}/cancel`, `/runs/${run.id}/resume`])
      expect((await ask('mine', 'POST', url)).body.code).toBe('RUN_NOT_FOUND')
  })

  it('is refused the figures of the whole service', async () => {
    expect((await ask('mine', 'GET', '/metrics')).body.detail).toContain('on every corpus')
    expect((await ask('read', 'GET', '/metrics')).status).toBe(200)
  })

  it('is limited in the header of the proxy and in the tools of agents, too', async () => {
    const own = { 'x-api-key': keys.get('mine') ?? '' }
    const messages = [{ role: 'user', content: 'bark?' }]
    const chat = await service.post(
      '/v1/chat/completions',
      { messages },
      { ...own, 'x-gloss-corpus': 'theirs' },
    )
    expect([chat.status, chat.body.error.code]).toEqual([403, 'RIGHT_MISSING'])
    const params = { name: 'papers', arguments: { corpus: 'theirs' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const tool = await service.post('/mcp', call, { ...own, accept: 'application/json, text/event-stream' })
    expect(tool.text).toContain('RIGHT_MISSING')
  })
})
