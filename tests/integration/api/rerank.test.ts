/** The service with a reranker: the same answers, and problems in a sentence. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RerankServer, startRerankServer } from '../../fakes/rerank-server.ts'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'which IC50 did the bark extract show?'

let reranker: RerankServer
let served: Served
beforeAll(async () => {
  reranker = await startRerankServer()
  served = await serveSamples({ rerank: reranker.url, llmRetries: 0, rankingTimeoutMs: 400 })
})
afterAll(async () => {
  await served.close()
  await reranker.close()
})

const get = (query: Record<string, string>) => served.server.inject({ url: '/retrieve', query })

describe('/retrieve with a reranker', () => {
  it.each(['auto', 'words', 'vanilla', 'walk'])('says what it gave each hit, behind %s', async (backend) => {
    const { hits, stages, usage } = (await get({ q: QUESTION, backend, k: '5' })).json()
    expect(Object.keys(stages)).toContain('rerank')
    expect(usage.calls).toBe(1)
    const scores = hits.map(({ why }: { why: { rerank: { score: number } } }) => why.rerank.score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  })

  it('answers a place of a paper once, and counts ranks of what is left', async () => {
    const { hits } = (await get({ q: QUESTION, k: '8' })).json()
    expect(hits.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('gives a problem and no hits where the reranker fails, and remembers nothing of it', async () => {
    const query = { q: 'what does lupeol do to AKT?' }
    reranker.fail({ kind: 'changed', change: (results) => ({ results: [...results, ...results] }) })
    const failed = await get(query)
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'MODEL_ANSWER_INVALID'])
    const answered = await get(query)
    expect([answered.statusCode, answered.headers['x-gloss-cache']]).toEqual([200, 'miss'])
  })

  it('gives a problem where the reranker answers late', async () => {
    reranker.fail({ kind: 'hang' })
    const late = await get({ q: 'which cells were treated?' })
    expect([late.statusCode, late.json().code]).toEqual([504, 'MODEL_TIMEOUT'])
  })
})
