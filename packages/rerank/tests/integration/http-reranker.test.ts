import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLedger } from '../../../../models/index.ts'
import {
  type RerankMishap,
  type RerankServer,
  startRerankServer,
} from '../../../../tests/fakes/rerank-server.ts'
import { type HttpRerankerOptions, openHttpReranker } from '../../http-reranker.ts'

const TEXTS = ['the bridge', 'heart muscle', 'heart'] as const

let server: RerankServer
beforeEach(async () => {
  server = await startRerankServer()
})
afterEach(() => server.close())

const open = (more: Partial<HttpRerankerOptions> = {}) =>
  openHttpReranker({ url: server.url, model: 'scripted', timeoutMs: 60_000, maxRetries: 2, ...more })
const score = (more: Partial<HttpRerankerOptions> = {}) => open(more).score('heart muscle', TEXTS)

describe('a reranker over HTTP', () => {
  test('asks for all texts at once, with model and key, and puts scores in the order of the texts', async () => {
    expect(await score({ key: 'secret' })).toEqual(Float32Array.of(0, 1, 0.5))
    expect(server.requests).toEqual([
      {
        path: '/v1/rerank',
        authorization: 'Bearer secret',
        body: { model: 'scripted', query: 'heart muscle', documents: TEXTS, top_n: 3 },
      },
    ])
  })

  test('takes an address that ends in /rerank as it is, and names no model where none is set', async () => {
    await score({ url: `${server.url}/rerank/`, model: undefined })
    expect(server.requests.map(({ path, body }) => [path, 'model' in body])).toEqual([['/v1/rerank', false]])
  })

  test.each([
    ['Cohere and vLLM', (results: unknown) => ({ results })],
    ['Voyage', (results: unknown) => ({ data: results })],
  ])('reads what %s answer', async (_, change) => {
    server.fail({ kind: 'changed', change })
    expect(await score()).toEqual(Float32Array.of(0, 1, 0.5))
  })

  test('learns once that a server calls the texts `texts`', async () => {
    const tei = await startRerankServer({ isTei: true })
    const reranker = open({ url: tei.url })
    for (let times = 0; times < 2; times++)
      expect(await reranker.score('heart muscle', TEXTS)).toEqual(Float32Array.of(0, 1, 0.5))
    await tei.close()
    expect(tei.requests.map(({ body }) => 'texts' in body)).toEqual([false, true, true])
  })

  test('asks nothing where there is no text', async () => {
    expect(await open().score('heart', [])).toHaveLength(0)
    expect(server.requests).toEqual([])
  })

  test('asks again after a failure that passes', async () => {
    server.fail({ kind: 'status', status: 503 })
    expect(await score()).toEqual(Float32Array.of(0, 1, 0.5))
    expect(server.requests).toHaveLength(2)
  })

  test('counts every attempt, with the tokens that the server counted', async () => {
    server.fail({ kind: 'status', status: 503 })
    const ledger = createLedger(new Map())
    await open().score('heart muscle', TEXTS, undefined, ledger)
    expect(ledger.rows()).toMatchObject([
      { role: 'reranker', calls: 2, failedCalls: 1, promptTokens: 21, estimated: false },
    ])
  })

  test.each<{ name: string; mishap: RerankMishap; code: string; says: string }>([
    {
      name: 'fewer scores than texts',
      mishap: { kind: 'changed', change: (results) => ({ results: results.slice(1) }) },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with 2 scores for 3 texts',
    },
    {
      name: 'more scores than texts',
      mishap: {
        kind: 'changed',
        change: (results) => ({ results: [...results, { index: 3, relevance_score: 1 }] }),
      },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with 4 scores for 3 texts',
    },
    {
      name: 'one text twice',
      mishap: {
        kind: 'changed',
        change: (results) => ({ results: results.map((one) => ({ ...one, index: 0 })) }),
      },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with two scores for text 0',
    },
    {
      name: 'a text that was not sent',
      mishap: {
        kind: 'changed',
        change: (results) => ({ results: results.map((one) => ({ ...one, index: one.index + 1 })) }),
      },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with the index 3 for 3 texts',
    },
    {
      name: 'no number (JSON knows no NaN)',
      mishap: {
        kind: 'changed',
        change: (results) => ({ results: results.map((one) => ({ ...one, relevance_score: Number.NaN })) }),
      },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with null as the score of text 1',
    },
    {
      name: 'no results',
      mishap: { kind: 'body', body: '{}' },
      code: 'MODEL_ANSWER_INVALID',
      says: 'without a list',
    },
    {
      name: 'results that are no objects',
      mishap: { kind: 'body', body: '[1,2,3]' },
      code: 'MODEL_ANSWER_INVALID',
      says: 'with the index undefined',
    },
    { name: 'half an answer', mishap: { kind: 'cut' }, code: 'MODEL_UNAVAILABLE', says: 'did not answer' },
    {
      name: 'a fault of its own',
      mishap: { kind: 'status', status: 500, message: 'out of memory' },
      code: 'MODEL_UNAVAILABLE',
      says: 'out of memory',
    },
    { name: 'no JSON', mishap: { kind: 'body', body: '<html>' }, code: 'MODEL_PROTOCOL', says: 'not JSON' },
    {
      name: 'a wrong key',
      mishap: { kind: 'status', status: 401, message: 'bad key' },
      code: 'MODEL_REFUSED',
      says: 'bad key',
    },
  ])('a server that answers with $name is an error that says so', async ({ mishap, code, says }) => {
    server.fail(mishap)
    const scoring = score({ maxRetries: 0 })
    await expect(scoring).rejects.toMatchObject({ code })
    await expect(scoring).rejects.toThrow(says)
  })

  test('a server that answers late is left at the deadline, retries included', async () => {
    server.fail({ kind: 'status', status: 503 }, { kind: 'hang' })
    const ledger = createLedger(new Map())
    const scoring = open({ timeoutMs: 1_500 }).score('heart', TEXTS, undefined, ledger)
    await expect(scoring).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' })
    await expect(scoring).rejects.toThrow('no answer within 1500 ms (GLOSS_RANKING_TIMEOUT_MS)')
    // What was left may be billed.
    expect(ledger.rows()).toMatchObject([{ calls: 2, failedCalls: 2, estimated: true }])
  })

  test('a server that is not there is named', async () => {
    await server.close()
    await expect(score({ maxRetries: 0 })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  })

  // A short key such as `x` or `EMPTY` is no secret but a part of words: taken out, it would garble the message.
  test.each([
    ['tell-nobody', 'the key (key) is wrong'],
    ['8letters', 'the key (key) is wrong'],
    ['7letter', 'the key 7letter is wrong'],
    ['key', 'the key key is wrong'],
    ['e', 'the key e is wrong'],
  ])('the key %s: "%s"', async (key, shown) => {
    server.fail({ kind: 'status', status: 400, message: `the key ${key} is wrong` })
    await expect(score({ key })).rejects.toThrow(shown)
  })
})
