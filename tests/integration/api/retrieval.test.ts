/** Tests /retrieve over the sample papers: hits, filters, whether a question is answerable, and remembered answers. */
import { describe, expect, it } from 'vitest'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json, openService, sharedSamples } from '../../fixtures/service.ts'

const QUESTION = 'which IC50 did the bark extract show?'

const { get, post } = sharedSamples()

const retrieve = (query: Record<string, string>) => get('/retrieve', query)
const hitsOf = async (query: Record<string, string>): Promise<Json[]> =>
  (await retrieve({ q: QUESTION, ...query })).body.hits

describe('GET /retrieve', () => {
  it('answers with ranked hits, their paper, their page and the sentence that answers', async () => {
    const { status, headers, body } = await retrieve({ q: QUESTION, k: '3' })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const { hits, backend, corpus, stages } = body
    expect([backend, corpus, hits.length]).toEqual(['auto', 'main', 3])
    expect(hits[0].title).toBe('Cytotoxic triterpenes from the stem bark of Terminalia lacustris')
    expect(hits[0].sentence.text).toContain('18.4')
    expect(Object.keys(stages)).toEqual(['gate', 'embed', 'search', 'fuse', 'judge', 'show'])
  })

  it('gives the same bytes again, and says that they were remembered', async () => {
    const first = await retrieve({ q: 'what does lupeol do to AKT?' })
    const second = await retrieve({ q: 'what does lupeol do to AKT?' })
    expect([first.headers['x-gloss-cache'], second.headers['x-gloss-cache']]).toEqual(['miss', 'hit'])
    expect(second.text).toBe(first.text)
  })

  it.each([
    { name: 'words', query: { backend: 'words' }, why: ['words'] },
    { name: 'vanilla', query: { backend: 'vanilla' }, why: ['cosine'] },
    { name: 'hybrid', query: { backend: 'hybrid', fusion: 'rrf' }, why: ['words', 'cosine'] },
    { name: 'words, explained', query: { backend: 'words', explain: '1' }, why: ['words', 'terms'] },
  ])('says why a hit is there: $name', async ({ query, why }) => {
    expect(Object.keys((await hitsOf(query as Record<string, string>))[0].why)).toEqual(why)
  })

  it('explains a walk by the names that led to a hit, and by their path', async () => {
    const [{ why, unit }] = await hitsOf({ backend: 'walk', explain: '1', k: '3' })
    const shares: number[] = [why.walk.prior, ...column(why.walk.names, 'share')]
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 6)
    expect(why.walk.names[0].path.at(-1)).toBe(unit)
  })

  it.each(['auto', 'words', 'vanilla', 'walk'])('shows a place of a paper once, by %s', async (backend) => {
    const hits = await hitsOf({ backend, k: '8' })
    expect(column(hits, 'rank')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const ids = hits.flatMap(({ unit, joined }) => [unit, ...joined])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(hits.length)
    for (const [at, { paper, span }] of hits.entries())
      for (const other of hits.slice(at + 1).filter((hit) => hit.paper === paper))
        expect(span[0] >= other.span[1] || other.span[0] >= span[1]).toBe(true)
  })

  it('gives a sentence its own span, by which it stands in the text of the paper', async () => {
    for (const { text, span, sentence } of await hitsOf({ k: '8', kinds: 'passage' })) {
      const at = sentence.span[0] - span[0]
      expect(text.slice(at, at + sentence.span[1] - sentence.span[0])).toBe(sentence.text)
      expect(sentence.text.length).toBeLessThan(text.length)
    }
  })

  it.each(['auto', 'words', 'vanilla', 'hybrid', 'walk'])(
    'says whether the papers say anything about it, by %s',
    async (backend) => {
      const { body: near } = await retrieve({ q: QUESTION, backend })
      const { body: far } = await retrieve({ q: 'Who won the football world cup in 1954?', backend })
      expect([near.answerable, far.answerable]).toEqual([true, false])
      for (const name of ['answerability', 'topicality'])
        expect([near[name] > 0.5, far[name] < 0.5]).toEqual([true, true])
    },
  )

  it('takes a question of one letter, which no paper answers', async () => {
    expect(await retrieve({ q: 'x' })).toMatchObject({ status: 200, body: { answerable: false } })
  })

  it('leaves out hits below minScore, and judges the question as before', async () => {
    const { hits, answerability } = (await retrieve({ q: QUESTION, backend: 'hybrid' })).body
    const minScore = String((hits[1].score + hits[2].score) / 2)
    const above = (await retrieve({ q: QUESTION, backend: 'hybrid', minScore })).body
    expect(column(above.hits, 'unit')).toEqual([hits[0].unit, hits[1].unit])
    expect(above.answerability).toBe(answerability)
    const posted = await post('/retrieve', { query: QUESTION, backend: 'hybrid', minScore: 1_000 })
    expect(posted.body.hits).toEqual([])
  })

  it.each<[query: Record<string, string>, holds: (hit: Json) => boolean]>([
    [{ years: '2016' }, ({ year }) => year === 2016],
    [{ years: '2018-' }, ({ year }) => year >= 2018],
    [{ kinds: 'passage' }, ({ kind }) => kind === 'passage'],
  ])('filters by %o', async (query, holds) => {
    const hits = await hitsOf(query)
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(holds)).toBe(true)
  })

  it('filters by papers, and gives one hit a paper on request', async () => {
    const papers = column(await hitsOf({ k: '20', onePerPaper: '1' }), 'paper')
    expect(new Set(papers).size).toBe(papers.length)
    const narrowed = await hitsOf({ papers: papers.slice(1, 3).join(',') })
    expect(new Set(column(narrowed, 'paper'))).toEqual(new Set(papers.slice(1, 3)))
  })
})

describe('POST /retrieve', () => {
  it('answers one question as GET does, and several in their order', async () => {
    const one = (await post('/retrieve', { query: QUESTION, k: 4 })).body
    expect(one.hits).toEqual(await hitsOf({ k: '4' }))
    const queries = [QUESTION, 'what does the Watterson estimator need?']
    const { answers } = (await post('/retrieve', { queries, k: 2, filter: { kinds: ['unit'] } })).body
    expect(column(answers, 'query')).toEqual(queries)
    expect(answers[1].hits[0].title).toContain('Watterson')
  })
})

it('a remembered answer is not given again once the corpus changed, was deleted or made again', async () => {
  const service = await openService({}, { papers: [samplePaper('bark-extract-lupeol')] })
  const ask = () => service.get('/retrieve', { q: QUESTION })
  await ask()
  const { papers } = (await service.get('/papers')).body
  expect((await service.post(`/gate/${papers[0].id}`, { decision: 'drop' })).status).toBe(200)
  expect(await ask()).toMatchObject({ headers: { 'x-gloss-cache': 'miss' }, body: { hits: [] } })
  await service.post(`/gate/${papers[0].id}`, { decision: 'keep' })
  expect((await ask()).body.hits).not.toEqual([])
  await service.remove('/corpora/main')
  expect((await ask()).body.code).toBe('CORPUS_NOT_FOUND')
  await service.post('/corpora', { name: 'main' })
  expect((await ask()).body.hits).toEqual([])
})
