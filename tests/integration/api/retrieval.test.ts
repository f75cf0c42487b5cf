import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, samplePaper, serve, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'which IC50 did the bark extract show?'

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

const get = (query: Record<string, string>) => served.server.inject({ url: '/retrieve', query })
const post = (payload: object, url = '/retrieve') => served.server.inject({ method: 'POST', url, payload })

describe('GET /retrieve', () => {
  it('answers with ranked hits, their paper, their page and the sentence that answers', async () => {
    const { statusCode, headers, ...answer } = await get({ q: QUESTION, k: '3' })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const { hits, backend, corpus, stages } = answer.json()
    expect([backend, corpus, hits.length]).toEqual(['auto', 'main', 3])
    expect(hits[0].title).toBe('Cytotoxic triterpenes from the stem bark of Terminalia lacustris')
    expect(hits[0].sentence.text).toContain('18.4')
    expect(Object.keys(stages)).toEqual(['gate', 'embed', 'search', 'fuse', 'judge', 'show'])
  })

  it('gives the same bytes again, and says that they were remembered', async () => {
    const first = await get({ q: 'what does lupeol do to AKT?' })
    const second = await get({ q: 'what does lupeol do to AKT?' })
    expect([first.headers['x-gloss-cache'], second.headers['x-gloss-cache']]).toEqual(['miss', 'hit'])
    expect(second.payload).toBe(first.payload)
  })

  it.each([
    { name: 'words', query: { backend: 'words' }, why: ['words'] },
    { name: 'vanilla', query: { backend: 'vanilla' }, why: ['cosine'] },
    { name: 'hybrid', query: { backend: 'hybrid', fusion: 'rrf' }, why: ['words', 'cosine'] },
    { name: 'words, explained', query: { backend: 'words', explain: '1' }, why: ['words', 'terms'] },
  ])('says why a hit is there: $name', async ({ query, why }) => {
    const { hits } = (await get({ q: QUESTION, ...query })).json()
    expect(Object.keys(hits[0].why)).toEqual(why)
  })

  it.each(['auto', 'words', 'vanilla', 'walk'])('shows a place of a paper once, by %s', async (backend) => {
    const { hits } = (await get({ q: QUESTION, backend, k: '8' })).json()
    expect(hits.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const ids = hits.flatMap(({ unit, joined }: { unit: string; joined: string[] }) => [unit, ...joined])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(hits.length)
    for (const [at, { paper, span }] of hits.entries())
      for (const other of hits.slice(at + 1))
        if (other.paper === paper) {
          expect(span[0] >= other.span[1] || other.span[0] >= span[1]).toBe(true)
        }
  })

  it('gives a sentence its own span, by which it stands in the text of the paper', async () => {
    const { hits } = (await get({ q: QUESTION, k: '8', kinds: 'passage' })).json()
    for (const { text, span, sentence } of hits) {
      const at = sentence.span[0] - span[0]
      expect(text.slice(at, at + sentence.span[1] - sentence.span[0])).toBe(sentence.text)
      expect(sentence.text.length).toBeLessThan(text.length)
    }
  })

  it.each(['auto', 'words', 'vanilla', 'hybrid', 'walk'])(
    'says whether the papers say anything about it, by %s',
    async (backend) => {
      const near = (await get({ q: QUESTION, backend })).json()
      const far = (await get({ q: 'Who won the football world cup in 1954?', backend })).json()
      expect([near.answerable, far.answerable]).toEqual([true, false])
      expect(near.answerability).toBeGreaterThan(0.5)
      expect(far.answerability).toBeLessThan(0.5)
      expect(near.topicality).toBeGreaterThan(0.5)
      expect(far.topicality).toBeLessThan(0.5)
    },
  )

  it('takes a question of one letter for none', async () => {
    const { statusCode, ...answer } = await get({ q: 'x' })
    expect([statusCode, answer.json().answerable]).toEqual([200, false])
  })

  it('leaves out hits below minScore, and judges the question as before', async () => {
    const { hits, answerability } = (await get({ q: QUESTION, backend: 'hybrid' })).json()
    const minScore = (hits[1].score + hits[2].score) / 2
    const above = (await get({ q: QUESTION, backend: 'hybrid', minScore: String(minScore) })).json()
    expect(above.hits.map(({ unit }: { unit: string }) => unit)).toEqual([hits[0].unit, hits[1].unit])
    expect(above.answerability).toBe(answerability)
    const posted = (await post({ query: QUESTION, backend: 'hybrid', minScore: 1_000 })).json()
    expect(posted.hits).toEqual([])
  })

  it.each([
    { name: 'years', query: { years: '2016' }, holds: (hit: { year: number }) => hit.year === 2016 },
    {
      name: 'years without an end',
      query: { years: '2018-' },
      holds: (hit: { year: number }) => hit.year >= 2018,
    },
    { name: 'kinds', query: { kinds: 'passage' }, holds: (hit: { kind: string }) => hit.kind === 'passage' },
  ])('filters by $name', async ({ query, holds }) => {
    const { hits } = (await get({ q: QUESTION, ...query } as Record<string, string>)).json()
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(holds)).toBe(true)
  })

  it('filters by papers, and gives one hit a paper where asked', async () => {
    const { hits } = (await get({ q: QUESTION, k: '20', onePerPaper: '1' })).json()
    const papers = hits.map((hit: { paper: string }) => hit.paper)
    expect(new Set(papers).size).toBe(papers.length)
    const narrowed = (await get({ q: QUESTION, papers: papers.slice(1, 3).join(',') })).json()
    expect(new Set(narrowed.hits.map((hit: { paper: string }) => hit.paper))).toEqual(
      new Set(papers.slice(1, 3)),
    )
  })

  it.each([
    { name: 'no question', query: {}, field: 'q' },
    { name: 'an empty question', query: { q: '  ' }, field: 'q' },
    { name: 'a question that is too long', query: { q: 'x'.repeat(4_001) }, field: 'q' },
    { name: 'k of 0', query: { q: 'x', k: '0' }, field: 'k' },
    { name: 'k above the limit', query: { q: 'x', k: '101' }, field: 'k' },
    { name: 'k that is no number', query: { q: 'x', k: 'ten' }, field: 'k' },
    { name: 'an unknown backend', query: { q: 'x', backend: 'magic' }, field: 'backend' },
    { name: 'a minScore that is no number', query: { q: 'x', minScore: 'high' }, field: 'minScore' },
    { name: 'years that are none', query: { q: 'x', years: 'recent' }, field: 'years' },
    { name: 'a bare dash for years', query: { q: 'x', years: '-' }, field: 'years' },
    { name: 'papers without a name', query: { q: 'x', papers: 'abc,' }, field: 'papers.1' },
    { name: 'years that end before they begin', query: { q: 'x', years: '2020-2010' }, field: 'years' },
    { name: 'both spellings of the question', query: { q: 'x', query: 'x' }, field: 'q' },
    { name: 'an unknown parameter', query: { q: 'x', limit: '3' }, field: 'limit' },
    { name: 'a name that no corpus can have', query: { q: 'x', corpus: '../etc' }, field: 'corpus' },
  ])('refuses $name and names the field', async ({ query, field }) => {
    const { statusCode, ...answer } = await get(query as Record<string, string>)
    expect([statusCode, answer.json().code, answer.json().field]).toEqual([400, 'INPUT_INVALID', field])
  })
})

describe('POST /retrieve', () => {
  it('answers one question as GET does', async () => {
    const asked = (await get({ q: QUESTION, k: '4' })).json()
    const posted = (await post({ query: QUESTION, k: 4 })).json()
    expect(posted.hits).toEqual(asked.hits)
  })

  it('answers several questions in their order', async () => {
    const queries = [QUESTION, 'what does the Watterson estimator need?']
    const { answers } = (await post({ queries, k: 2, filter: { kinds: ['unit'] } })).json()
    expect(answers.map((answer: { query: string }) => answer.query)).toEqual(queries)
    expect(answers[1].hits[0].title).toContain('Watterson')
  })

  it.each([
    { name: 'neither query nor queries', payload: { k: 2 }, field: 'query' },
    { name: 'both of them', payload: { query: 'x', queries: ['x'] }, field: 'query' },
    { name: 'a batch of none', payload: { queries: [] }, field: 'queries' },
    { name: 'a k that is a string', payload: { query: 'x', k: '3' }, field: 'k' },
    {
      name: 'a filter by colour',
      payload: { query: 'x', filter: { colour: 'red' } },
      field: 'filter.colour',
    },
  ])('refuses $name', async ({ payload, field }) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })
})

describe('the remembered answers', () => {
  it('are not given any more when the corpus has changed', async () => {
    const own = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
    const ask = () => own.server.inject({ url: '/retrieve', query: { q: QUESTION } })
    await ask()
    const { papers } = (await own.server.inject('/papers')).json()
    const payload = { decision: 'drop' }
    expect(
      (await own.server.inject({ method: 'POST', url: `/gate/${papers[0].id}`, payload })).statusCode,
    ).toBe(200)
    const after = await ask()
    expect([after.headers['x-gloss-cache'], after.json().hits]).toEqual(['miss', []])
    await own.close()
  })

  it('are not given for a corpus that was deleted and made again', async () => {
    const own = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
    await own.server.inject({ url: '/retrieve', query: { q: QUESTION } })
    await own.server.inject({ method: 'DELETE', url: '/corpora/main' })
    const gone = await own.server.inject({ url: '/retrieve', query: { q: QUESTION } })
    expect(gone.json().code).toBe('CORPUS_NOT_FOUND')
    await own.server.inject({ method: 'POST', url: '/corpora', payload: { name: 'main' } })
    const fresh = await own.server.inject({ url: '/retrieve', query: { q: QUESTION } })
    expect(fresh.json().hits).toEqual([])
    await own.close()
  })
})
