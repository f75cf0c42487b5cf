import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openOpenAiEmbedder } from '../../../models/adapters/openai-embedder.ts'
import { createLedger } from '../../../models/index.ts'
import {
  type EmbeddingsServer,
  FAKE_DIMS,
  type Mishap,
  startEmbeddingsServer,
} from '../../fakes/embeddings-server.ts'

let server: EmbeddingsServer
beforeEach(async () => {
  server = await startEmbeddingsServer()
})
afterEach(() => server.close())

const open = (more: Partial<Parameters<typeof openOpenAiEmbedder>[0]> = {}) =>
  openOpenAiEmbedder({ url: server.url, model: 'scripted', ...more })

const refusal = (status: number): Mishap => ({ kind: 'status', status, retryAfterSeconds: 0 })
const body = (text: string): Mishap => ({ kind: 'body', body: text })

describe('the OpenAI embedder', () => {
  test('learns the width at the start; its id names server, model and width', async () => {
    const embedder = await open()
    expect(embedder.dims).toBe(FAKE_DIMS)
    expect(embedder.id).toBe(`openai:${new URL(server.url).host}:scripted:${FAKE_DIMS}`)
  })

  test.each([
    [
      'in batches, without the empty ones',
      { batchTexts: 3, concurrentRequests: 1 },
      ['a', '', 'b', 'c', 'd', ' ', 'e'],
      [['a', 'b'], ['c', 'd'], ['e']],
    ],
    ['cut to the window', { maxCharacters: 10 }, ['0123456789 and more'], [['0123456789']]],
  ])('sends texts %s', async (_, options, texts, sent) => {
    await (await open(options)).embed(texts)
    expect(server.requests.slice(1).map(({ input }) => input)).toEqual(sent)
  })

  test.each<[string, readonly Mishap[]]>([
    ['one overload', [refusal(429)]],
    ['two faults', [refusal(500), refusal(503)]],
    ['a request that hangs', [{ kind: 'hang' }]],
  ])('tries again after %s', async (_, mishaps) => {
    const embedder = await open({ timeoutMs: 300 })
    server.fail(...mishaps)
    expect(await embedder.embed(['protein'])).toHaveLength(1)
    expect(server.requests).toHaveLength(1 + mishaps.length + 1)
  })

  test('waits as long as Retry-After says', async () => {
    const embedder = await open()
    server.fail({ kind: 'status', status: 429, retryAfterSeconds: 1 })
    await embedder.embed(['protein'])
    const [refused, answered] = server.requests.slice(1)
    // Timers may fire up to a millisecond early.
    expect(answered!.atMs - refused!.atMs).toBeGreaterThanOrEqual(998)
  })

  test.each([
    ['tell-nobody', 'the key (key) is wrong'],
    ['7letter', 'the key 7letter is wrong'],
  ])('a message that repeats the key %s is shown as "%s"', async (key, shown) => {
    server.fail({ kind: 'status', status: 401, message: `the key ${key} is wrong` })
    await expect(open({ key })).rejects.toThrow(shown)
  })

  const vector = (...values: (number | null)[]) =>
    body(JSON.stringify({ data: [{ index: 0, embedding: values }] }))
  const hole = vector(...Array<number>(FAKE_DIMS - 1).fill(1), null)
  test.each<[code: string, name: string, mishap: Mishap, tries: number]>([
    ['MODEL_UNAVAILABLE', 'a server that never recovers', refusal(503), 3],
    ['MODEL_UNAVAILABLE', 'a wrong key', refusal(401), 1],
    ['MODEL_UNAVAILABLE', 'an answer that is no JSON', body('<html>'), 1],
    ['MODEL_ANSWER_INVALID', 'an answer without vectors', body('{"data":[]}'), 1],
    ['MODEL_ANSWER_INVALID', 'an answer in another form', body('{"vectors":1}'), 1],
    ['MODEL_ANSWER_INVALID', 'a vector of another width', vector(1, 2), 1],
    ['MODEL_ANSWER_INVALID', 'a vector with a hole', hole, 1],
  ])('fails with %s for %s', async (code, _, mishap, tries) => {
    const embedder = await open({ maxRetries: 2 })
    server.fail(mishap, mishap, mishap)
    await expect(embedder.embed(['protein'])).rejects.toMatchObject({ code })
    expect(server.requests).toHaveLength(1 + tries)
  })

  test('a server that is not there is unavailable', async () => {
    await expect(open({ url: 'http://127.0.0.1:9/v1', maxRetries: 0 })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('http://127.0.0.1:9/v1'),
    })
  })

  describe('counts in the ledger of whoever asks', () => {
    const counted = () => createLedger(new Map([['scripted', { prompt: 1_000_000, completion: 0 }]]))
    async function startCounting(): Promise<EmbeddingsServer> {
      const counting = await startEmbeddingsServer({ counts: true })
      onTestFinished(() => counting.close())
      return counting
    }

    test('the tokens that the server reports, of the width too, each batch a call', async () => {
      const counting = await startCounting()
      const embedder = await open({ url: counting.url, batchTexts: 2 })
      const ledger = counted()
      await embedder.embed(['one two', 'three', '', 'four five six'], undefined, ledger)
      expect(ledger.rows()).toEqual([
        expect.objectContaining({
          role: 'embedder',
          calls: 3,
          failedCalls: 0,
          promptTokens: 7,
          completionTokens: 0,
          cost: 7,
          estimated: false,
        }),
      ])
      // Another asker has nothing of that.
      const other = counted()
      await embedder.embed(['one'], undefined, other)
      expect(other.total()).toMatchObject({ calls: 1, promptTokens: 1 })
    })

    test('an estimate, marked, where the server reports none', async () => {
      const embedder = await open()
      const ledger = counted()
      await embedder.embed(['aspirin and lupeol'], undefined, ledger)
      expect(ledger.total()).toMatchObject({ calls: 2, promptTokens: 7, estimated: true })
    })

    test.each<[string, readonly Mishap[], object]>([
      [
        'refusals, which read nothing',
        [refusal(429), refusal(503)],
        { calls: 3, failedCalls: 2, promptTokens: 2, estimated: false },
      ],
      [
        'a request that ran into its time limit, which may have been read',
        [{ kind: 'hang' }],
        { calls: 2, failedCalls: 1, promptTokens: 2 + 3, estimated: true },
      ],
    ])('every attempt: %s', async (_, mishaps, failed) => {
      const counting = await startCounting()
      const embedder = await open({ url: counting.url, timeoutMs: 300 })
      await embedder.embed(['width'], undefined, counted())
      counting.fail(...mishaps)
      const ledger = counted()
      await embedder.embed(['one three'], undefined, ledger)
      expect(ledger.total()).toMatchObject(failed)
    })

    test('calls that brought nothing: a server that never recovers, and an answer that is no vector', async () => {
      const embedder = await open({ maxRetries: 1 })
      await embedder.embed(['width'], undefined, counted())
      server.fail(refusal(503), refusal(503), body('<html>'))
      const ledger = counted()
      for (let times = 0; times < 2; times++)
        await expect(embedder.embed(['one'], undefined, ledger)).rejects.toMatchObject({
          code: 'MODEL_UNAVAILABLE',
        })
      expect(ledger.total()).toMatchObject({ calls: 3, failedCalls: 3, promptTokens: 1, estimated: true })
    })
  })

  test('an abort ends a request under way', async () => {
    const embedder = await open()
    server.fail({ kind: 'hang' })
    const controller = new AbortController()
    const running = embedder.embed(['protein'], controller.signal)
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })
})
