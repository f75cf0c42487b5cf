import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLedger } from '../../../../models/index.ts'
import {
  type RerankMishap,
  type RerankResult,
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

const INVALID = 'MODEL_ANSWER_INVALID'

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

  const changed = (change: (results: RerankResult[]) => unknown): RerankMishap => ({
    kind: 'changed',
    change: (results) => ({ results: change(results) }),
  })
  const each = (change: (one: RerankResult) => RerankResult) => changed((all) => all.map(change))
  const status = (code: number, message: string) => ({ kind: 'status', status: code, message }) as const
  const body = (text: string) => ({ kind: 'body', body: text }) as const
  const ADDED = { index: 3, relevance_score: 1 }
  test.each<[name: string, mishap: RerankMishap, code: string, says: string]>([
    ['fewer scores than texts', changed((all) => all.slice(1)), INVALID, 'with 2 scores for 3 texts'],
    ['more scores than texts', changed((all) => [...all, ADDED]), INVALID, 'with 4 scores for 3 texts'],
    ['one text twice', each((one) => ({ ...one, index: 0 })), INVALID, 'with two scores for text 0'],
    [
      'a text that was not sent',
      each((one) => ({ ...one, index: one.index + 1 })),
      INVALID,
      'with the index 3 for 3 texts',
    ],
    [
      'no number (JSON knows no NaN)',
      each((one) => ({ ...one, relevance_score: Number.NaN })),
      INVALID,
      'with null as the score of text 1',
    ],
    ['no results', body('{}'), INVALID, 'without a list'],
    ['results that are no objects', body('[1,2,3]'), INVALID, 'with the index undefined'],
    ['half an answer', { kind: 'cut' }, 'MODEL_UNAVAILABLE', 'did not answer'],
    ['a fault of its own', status(500, 'out of memory'), 'MODEL_UNAVAILABLE', 'out of memory'],
    ['no JSON', body('<html>'), 'MODEL_PROTOCOL', 'not JSON'],
    ['a wrong key', status(401, 'bad key'), 'MODEL_REFUSED', 'bad key'],
  ])('a server that answers with %s is an error that says so', async (_, mishap, code, says) => {
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
    // An aborted request may be billed.
    expect(ledger.rows()).toMatchObject([{ calls: 2, failedCalls: 2, estimated: true }])
  })

  test('a server that is not there is named', async () => {
    await server.close()
    await expect(score({ maxRetries: 0 })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  })

  // A short key such as `x` or `EMPTY` is not a secret but part of words: removing it would garble the message.
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
