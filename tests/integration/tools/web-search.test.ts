import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrave, openSearxng, openSerp } from '../../../tools/adapters/search-engines.ts'
import { searchWeb, type WebSearch } from '../../../tools/index.ts'
import { type Loopback, openLoopback } from '../../fakes/loopback.ts'

const PACE = { tries: 4, pauseMs: 1, timeoutMs: 2_000 }
const hits = (count: number, form: (i: number) => object) => Array.from({ length: count }, (_, i) => form(i))

let server: Loopback
let base = ''
let asked: { url: URL; token: string | undefined }[] = []
let failures = 0

const ANSWERS: Readonly<Record<string, object>> = {
  '/search': {
    results: hits(12, (i) => ({ url: `https://x.org/${i}`, title: `T${i}`, content: `C${i}`, engine: 'e' })),
  },
  '/res/v1/web/search': { web: { results: [{ url: 'https://x.org/0', title: 'T0', description: 'C0' }] } },
  '/search.json': {
    search_metadata: { id: 'secret' },
    organic_results: [{ position: 9, link: 'https://x.org/0', title: 'T0', snippet: 'C0', source: 'X' }],
  },
}

beforeAll(async () => {
  server = await openLoopback((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    asked.push({ url, token: request.headers['x-subscription-token'] as string | undefined })
    if (failures-- > 0) response.writeHead(500).end()
    else response.end(JSON.stringify(ANSWERS[url.pathname] ?? { results: 'odd' }))
  })
  base = server.origin
})
afterAll(() => server.close())

async function search(engine: WebSearch | null, { keywords = 'wood frogs', failing = 0 } = {}) {
  asked = []
  failures = failing
  return searchWeb(engine, keywords, AbortSignal.timeout(10_000), PACE)
}

const FIRST = { position: 1, title: 'T0', link: 'https://x.org/0', snippet: 'C0' }

describe('a search', () => {
  it('by SearXNG gives ten hits in the published shape', async () => {
    const found = await search(openSearxng(`${base}/`))
    expect(found).toEqual({ organic_results: expect.arrayContaining([FIRST]) })
    expect(found).toHaveProperty('organic_results.length', 10)
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({ q: 'wood frogs', format: 'json' })
  })

  it('by Brave sends the key as a header', async () => {
    expect(await search(openBrave('key', { url: base }))).toEqual({ organic_results: [FIRST] })
    expect([asked[0]?.token, asked[0]?.url.searchParams.get('count')]).toEqual(['key', '10'])
  })

  it('by SerpAPI asks for ten American results in English and leaves its metadata out', async () => {
    expect(await search(openSerp('key', { url: base }))).toEqual({ organic_results: [FIRST] })
    const { q, num, hl, gl, engine } = Object.fromEntries(asked[0]?.url.searchParams ?? [])
    expect([q, num, hl, gl, engine]).toEqual(['wood frogs', '10', 'en', 'us', 'google'])
  })

  it('that fails three times is tried a fourth time', async () => {
    expect(await search(openSearxng(base), { failing: 3 })).toHaveProperty('organic_results')
    expect(asked).toHaveLength(4)
  })

  it.each([
    { name: 'fails four times', engine: () => openSearxng(base), failing: 4, times: 4 },
    { name: 'is answered in another form', engine: () => openSearxng(`${base}/odd`), failing: 0, times: 4 },
    { name: 'is for nothing', engine: () => openSearxng(base), failing: 0, keywords: ' ', times: 0 },
    { name: 'has no engine', engine: () => null, failing: 0, times: 0 },
  ])('that $name finds nothing', async ({ engine, times, ...options }) => {
    expect(await search(engine(), options)).toEqual([])
    expect(asked).toHaveLength(times)
  })

  it('that nobody can reach says so without the key', async () => {
    const failing = openSerp('my-secret-key', { url: 'http://127.0.0.1:9' }).search(
      'x',
      AbortSignal.timeout(5_000),
    )
    const error = await failing.catch((thrown: Error) => thrown)
    expect(error).toMatchObject({
      code: 'SEARCH_FAILED',
      message: expect.not.stringContaining('my-secret-key'),
    })
  })
})
