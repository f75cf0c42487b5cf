/** What the service refuses: with a code of the catalogue, the field that is wrong, and no detail of the service itself. */
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCatalogue } from '../../../core/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { openService, sharedService } from '../../fixtures/service.ts'

const { get, post, send, upload } = sharedService(
  { maxBodyMb: 1, llmUrl: 'http://127.0.0.1:9/v1', llmModel: 'none' },
  { papers: [samplePaper('bark-extract-lupeol')] },
)

const UNKNOWN = '0'.repeat(32)
const LONG = 'x'.repeat(4_001)
const FIFTY_ONE = JSON.stringify(Array(51).fill('x'))
const JOB = '/jobs/5f0f0a4e-6a43-4b4e-9d0c-3f6f0f6f0f6f'
const big = Buffer.alloc(1024 * 1024 + 1, 'x')

describe('a request', () => {
  it.each(
    casesIn<'url' | 'field' | 'code'>(`
      url | code | field
      /retrieve | INPUT_INVALID | q
      /retrieve?q=%20 | INPUT_INVALID | q
      /retrieve?q=${LONG} | INPUT_INVALID | q
      /retrieve?q=x&query=x | INPUT_INVALID | q
      /retrieve?q=x&k=0 | INPUT_INVALID | k
      /retrieve?q=x&k=101 | INPUT_INVALID | k
      /retrieve?q=x&k=ten | INPUT_INVALID | k
      /retrieve?q=x&backend=magic | INPUT_INVALID | backend
      /retrieve?q=x&minScore=high | INPUT_INVALID | minScore
      /retrieve?q=x&years=recent | INPUT_INVALID | years
      /retrieve?q=x&years=- | INPUT_INVALID | years
      /retrieve?q=x&years=2020-2010 | INPUT_INVALID | years
      /retrieve?q=x&papers=abc, | INPUT_INVALID | papers.1
      /retrieve?q=x&limit=3 | INPUT_INVALID | limit
      /retrieve?q=x&corpus=../etc | INPUT_INVALID | corpus
      /graph | INPUT_INVALID | name
      /graph?name=akt&query=akt | INPUT_INVALID | name
      /graph?name=akt&limit=100000 | INPUT_INVALID | limit
      /graph?name=akt&depth=9 | INPUT_INVALID | depth
      /graph?query=akt&backend=magic | INPUT_INVALID | backend
      /graph?name=… | INPUT_INVALID | name
      /graph?name=zzzyx | NAME_NOT_FOUND
      /papers?limit=0 | INPUT_INVALID | limit
      /papers?limit=101 | INPUT_INVALID | limit
      /papers?limit=2.5 | INPUT_INVALID | limit
      /papers?after=nothing | INPUT_INVALID | after
      /papers?state=lost | INPUT_INVALID | state
      /papers?page=2 | INPUT_INVALID | page
      /papers?corpus=elsewhere | CORPUS_NOT_FOUND
      /papers/${UNKNOWN} | PAPER_NOT_FOUND
      /papers/bark | PAPER_NOT_FOUND
      /papers/${UNKNOWN}/pages/1/image | PAPER_NOT_FOUND
      /papers/bark-extract-lupeol/pages/3 | PAGE_NOT_FOUND
      /papers/bark-extract-lupeol/pages/3/image | PAGE_NOT_FOUND
      /papers/bark-extract-lupeol/pages/0 | INPUT_INVALID | number
      /papers/bark-extract-lupeol/pages/1/image?width=9000 | INPUT_INVALID | width
      /papers/bark-extract-lupeol/pages/1/image?box=9,9,9,20 | INPUT_INVALID | box
      /papers/bark-extract-lupeol/spans?start=9&end=3 | INPUT_INVALID | end
      /papers/%2Fetc%2Fpasswd/file | PAPER_NOT_FOUND
      /units?kind=word | INPUT_INVALID | kind
      /units/bark | INPUT_INVALID | id
      /units/${UNKNOWN} | UNIT_NOT_FOUND
      /corpora/none/export?format=csv | CORPUS_NOT_FOUND
      /corpora/main/export?format=docx | INPUT_INVALID | format
      /corpora/main/export | INPUT_INVALID | format
      ${JOB} | JOB_NOT_FOUND
      ${JOB}/events | JOB_NOT_FOUND
      /jobs/1 | INPUT_INVALID | id
      /runs/abcdefabcdef | RUN_NOT_FOUND
      /runs/abcdefabcdef/events | RUN_NOT_FOUND
      /runs/zzz | INPUT_INVALID | id
      /nothing | ROUTE_NOT_FOUND
      /nothing.js | ROUTE_NOT_FOUND
      /..%2f..%2fpackage.json | ROUTE_NOT_FOUND
      /%ff | INPUT_INVALID
    `),
  )('GET $url is refused: $code $field', async ({ url, field, code }) => {
    await expectRefused({ url }, code as ErrorCode, field)
  })

  it.each(
    casesIn<'url' | 'body' | 'field' | 'code'>(`
      url | body | code | field
      /retrieve | {"k": 2} | INPUT_INVALID | query
      /retrieve | {"query": "x", "queries": ["x"]} | INPUT_INVALID | query
      /retrieve | {"queries": []} | INPUT_INVALID | queries
      /retrieve | {"query": "x", "k": "3"} | INPUT_INVALID | k
      /retrieve | {"query": "x", "filter": {"colour": "red"}} | INPUT_INVALID | filter.colour
      /retrieve | {"query": "x", "filter": {"years": {"from": 2020, "to": 2010}}} | INPUT_INVALID | filter.years
      /retrieve | {"query": | INPUT_INVALID
      /retrieve | {"__proto__": {"x": 1}} | INPUT_INVALID
      /compare | {} | INPUT_INVALID | queries
      /compare | {"queries": []} | INPUT_INVALID | queries
      /compare | {"queries": ["x", " "]} | INPUT_INVALID | queries.1
      /compare | {"queries": ${FIFTY_ONE}} | INPUT_INVALID | queries
      /compare | {"queries": ["x"], "backends": ["magic"]} | INPUT_INVALID | backends.0
      /compare | {"queries": ["x"], "backends": []} | INPUT_INVALID | backends
      /compare | {"queries": ["x"], "depth": 1} | INPUT_INVALID | depth
      /compare | {"queries": ["x"], "corpus": "odd"} | CORPUS_NOT_FOUND
      /ask | {"question": "  "} | INPUT_INVALID | question
      /ask | {"question": "x", "k": 51} | INPUT_INVALID | k
      /ask | {"question": "x", "corpus": "none"} | CORPUS_NOT_FOUND
      /ask | {"q": "a", "query": "b"} | INPUT_INVALID
      /rag | {"q": "a", "query": "b"} | INPUT_INVALID
      /verify | {} | INPUT_INVALID
      /verify | {"quotes": [{"id": "a", "quote": "bark extract", "paper": "ffffffff"}]} | PAPER_NOT_FOUND
      /check | {"draft": ""} | INPUT_INVALID | draft
      /check | {"draft": "AAAA", "format": "docx"} | FILE_UNREADABLE
      /check | {"draft": "x [@y].", "corpus": "nowhere"} | CORPUS_NOT_FOUND
      /gate/${UNKNOWN} | {"decision": "keep"} | PAPER_NOT_FOUND
      /gate/${UNKNOWN} | {"decision": "maybe"} | INPUT_INVALID | decision
      /gate/${UNKNOWN} | {} | INPUT_INVALID | decision
      /corpora | {"name": "../main"} | INPUT_INVALID | corpus
      /solve | {} | INPUT_INVALID | question
      /solve | {"question": " "} | INPUT_INVALID | question
      /solve | {"q": "a", "query": "b"} | INPUT_INVALID
      /solve | {"question": "x", "pattern": "eigen9"} | INPUT_INVALID | pattern
      /solve | {"question": "x", "settings": {"proposers": 0}} | INPUT_INVALID | settings.proposers
      /solve | {"question": "x", "settings": {"speed": 9}} | INPUT_INVALID | settings.speed
      /solve | {"question": "x", "backend": "guess"} | INPUT_INVALID | backend
      /solve | {"question": "x", "budget": {"tokens": 0}} | INPUT_INVALID | budget.tokens
      /solve | {"question": "x", "proposers": 3} | INPUT_INVALID | proposers
      /runs/abcdefabcdef/cancel | {} | RUN_NOT_FOUND
      /runs/abcdefabcdef/resume | {} | RUN_NOT_FOUND
      /runs/zzz/resume | {} | INPUT_INVALID | id
      /papers | {} | UNSUPPORTED_MEDIA
    `),
  )('POST $url with $body is refused: $code $field', async ({ url, body, field, code }) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST' as const, url, headers, payload: body }
    await expectRefused(request, code as ErrorCode, field)
  })

  const file = (bytes: string | Buffer) => formOf([{ name: 'a.txt', bytes }])
  it.each<[name: string, request: InjectOptions, code: ErrorCode]>([
    ['a method that the path does not have', { method: 'PUT', url: '/retrieve' }, 'METHOD_NOT_ALLOWED'],
    ['the same with a parameter', { method: 'PATCH', url: '/units/7' }, 'METHOD_NOT_ALLOWED'],
    ['a body of another type', { method: 'POST', url: '/retrieve', payload: 'x' }, 'UNSUPPORTED_MEDIA'],
    [
      'a body that is too large',
      { method: 'POST', url: '/retrieve', payload: { query: `${big}` } },
      'TOO_LARGE',
    ],
    ['an upload that is too large', { method: 'POST', url: '/papers', ...file(big) }, 'TOO_LARGE'],
    ['an upload without files', { method: 'POST', url: '/papers', ...formOf([]) }, 'INPUT_INVALID'],
    ['an unknown topic', { method: 'POST', url: '/papers?topic=/etc/passwd', ...file('x') }, 'INPUT_INVALID'],
  ])('with %s is refused', async (_, request, code) => {
    await expectRefused(request, code)
  })

  it.each([
    { query: 'k=100000', detail: 'k: must be at most 100.' },
    { query: 'k=0', detail: 'k: must be at least 1.' },
  ])('with $query is answered with the limit in words', async ({ query, detail }) => {
    expect((await get(`/retrieve?q=bark&${query}`)).body).toMatchObject({ status: 400, detail })
  })

  it('with a wrong method gets the methods that the path has', async () => {
    expect((await send({ method: 'PUT', url: '/retrieve' })).headers['allow']).toBe('GET, HEAD, POST')
  })

  // A client cannot have the service load code, or connect to a server, by naming it.
  it.each([
    { url: '/retrieve', field: 'backend', body: { query: 'bark' } },
    { url: '/ask', field: 'backend', body: { question: 'bark?' } },
    { url: '/rag', field: 'backend', body: { query: 'bark' } },
    { url: '/solve', field: 'pattern', body: { question: 'bark?' } },
    { url: '/solve', field: 'monitor', body: { question: 'bark?' } },
  ])('to $url names no module and no server as its $field', async ({ url, field, body }) => {
    for (const name of [
      './mine.js',
      'file:///tmp/mine.js',
      'http://127.0.0.1:1/',
      'constructor',
      '__proto__',
    ])
      expect([name, (await post(url, { ...body, [field]: name })).body]).toMatchObject([
        name,
        { status: 400, code: 'INPUT_INVALID' },
      ])
  })
})

it('a failure of the service shows no detail, and is logged under the id that it shows', async () => {
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const service = await openService({ logLevel: 'error' }, { logStream })
  const secret = new TypeError('a secret path: /home/somebody')
  Object.assign(service.gloss.workspace, { listCorpora: () => Promise.reject(secret) })
  const { body, text } = await service.get('/corpora')
  expect(body).toMatchObject({ status: 500, code: 'INTERNAL' })
  expect(text).not.toContain('somebody')
  const logged = JSON.parse(lines.at(-1) ?? '{}')
  expect(logged.err.message).toBe(secret.message)
  expect(body.instance).toBe(`urn:gloss:request:${logged.reqId}`)
})

it('a disk that is full or cannot be written is reported as such to the client that uploads', async () => {
  const service = await openService()
  for (const code of [
    'ENOSPC',
    'EROFS',
    'EDQUOT',
    'SQLITE_FULL',
    'SQLITE_READONLY_DIRECTORY',
    'SQLITE_CANTOPEN',
  ]) {
    const full = Object.assign(new Error(`${code}: no space left on device, write`), { code })
    const filesPath = () => {
      throw full
    }
    Object.assign(service.gloss.workspace, { filesPath })
    const refused = await service.upload([{ name: 'a.txt', bytes: 'x' }])
    expect([code, refused.body]).toMatchObject([code, { status: 507, code: 'STORE_UNWRITABLE' }])
  }
})

it('a name of ninety Chinese characters is accepted', async () => {
  const file = { name: `${'论'.repeat(90)}.txt`, bytes: 'Lupeol binds the kinase AKT1.' }
  expect((await upload([file], 'topic=none')).status).toBe(202)
})

async function expectRefused(request: InjectOptions, code: ErrorCode, field = ''): Promise<void> {
  const { status, headers, body, text } = await send(request)
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const { http, help, retry } = errorCatalogue[code]
  expect(body).toMatchObject({ code, status: http, help, retry, ...(field === '' ? {} : { field }) })
  expect([status, body.instance]).toEqual([http, expect.stringMatching(/^urn:gloss:request:./)])
  expect(text).not.toMatch(/\bat .+\.(?:ts|js):\d+|node_modules/)
}
