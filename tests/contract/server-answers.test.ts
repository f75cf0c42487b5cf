/** Every client of a server bounds the memory and time of an endless answer, and follows no redirect to another origin. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diagnose } from '../../app/setup/index.ts'
import { backendAt } from '../../app/wiring/index.ts'
import { openS3FileStore } from '../../corpus/adapters/s3-file-store.ts'
import { openCatalogueFetch } from '../../ingest/adapters/catalogue-fetch.ts'
import { zoteroEntries } from '../../ingest/adapters/zotero.ts'
import { downloadModel } from '../../models/adapters/minilm-download.ts'
import { openOpenAiEmbedder } from '../../models/adapters/openai-embedder.ts'
import { openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import { openServerInquiry } from '../../models/adapters/server-inquiry.ts'
import { openHttpReranker } from '../../packages/rerank/http-reranker.ts'
import { openHttpTokenEmbedder } from '../../packages/rerank/http-token-embedder.ts'
import { openGuardedFetch } from '../../tools/adapters/guarded-fetch.ts'
import { openBrave, openSearxng, openSerp } from '../../tools/adapters/search-engines.ts'
import { openEndlessServer } from '../fakes/endless-server.ts'
import { S3_KEY } from '../fakes/s3-server.ts'
import { rawAnswer } from '../fixtures/raw-answer.ts'
import { type Served, samplePaper, serve } from '../fixtures/served-samples.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const MAX_GROWTH_MB = 100
const BYTES_PER_MB = 1024 * 1024
const signal = AbortSignal.timeout(120_000)

let server: Awaited<ReturnType<typeof openEndlessServer>>
let samples: Served
beforeAll(async () => {
  server = await openEndlessServer()
  samples = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
})
afterAll(async () => {
  await samples.close()
  await server.close()
})

async function chat(url: string): Promise<void> {
  const stream = openOpenAiStream({ url, model: 'm' }).stream({ messages: [] }, signal)
  for await (const _ of stream);
}

const ranking = { model: 'm', timeoutMs: 60_000, maxRetries: 0 }

async function service(url: string, method: 'GET' | 'POST', path: string, body?: object) {
  const served = await serve({ llmUrl: url, llmModel: 'm', workspace: samples.gloss.config.workspace })
  try {
    const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
    const headers = { 'x-gloss-retrieve': 'first', 'content-type': 'application/json' }
    const { status, isWhole } = await rawAnswer(origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (status !== 200 || !isWhole) throw new Error(`status ${status}, ${isWhole}`)
  } finally {
    await served.close()
  }
}
const MESSAGES = [{ role: 'user', content: 'Which fraction held lupeol?' }]
const TOOLS = [{ type: 'function', function: { name: 'count' } }]

/** A client's name, the forms of an endless answer to it, its call, and its result if it does not fail. */
type Client = [name: string, forms: string, ask: (url: string) => Promise<unknown>, gives?: unknown]

const openPage = (url: string) => {
  const any = { isAllowedAddress: () => true, isAllowedName: () => true }
  return openGuardedFetch({ ports: new Set([new URL(url).port]), ...any }).fetch(url, signal)
}
const retrieveAt = async (url: string) => {
  const session = await samples.gloss.session()
  await session.retrieve({ query: 'lupeol', k: 2, backend: backendAt(url) }, signal)
}
const download = (url: string) =>
  downloadModel(
    { host: `${url}/`, mirrors: /^$/, model: 'a/b', revision: 'c', files: { 'config.json': 'hash' } },
    temporaryFolder(),
  )
const openBucket = (url: string) => openS3FileStore('s3://papers/of', { ...S3_KEY, endpoint: url })

const CLIENTS: readonly Client[] = [
  ['a chat', 'json blanks line words thoughts calls page', chat],
  ['questions about a model', 'list blanks', (url) => openServerInquiry({ url }).ask('', null, signal), null],
  ['embeddings', 'json list blanks', (url) => openOpenAiEmbedder({ url, model: 'm', maxRetries: 0 })],
  ['a reranker', 'json list', (url) => openHttpReranker({ url, ...ranking }).score('q', ['a'], signal)],
  ['token vectors', 'json list', (url) => openHttpTokenEmbedder({ url, ...ranking })],
  ['a bucket of files', 'file', (url) => openBucket(url).get('0'.repeat(32))],
  ['a catalogue', 'json', (url) => openCatalogueFetch()(new URL(url), signal)],
  ['Zotero', 'json', (url) => zoteroEntries(`zotero:${url}`, signal)],
  ['SearXNG', 'json', (url) => openSearxng(url).search('q', signal)],
  ['Brave', 'json', (url) => openBrave('key', { url }).search('q', signal)],
  ['SerpAPI', 'json', (url) => openSerp('key', { url }).search('q', signal)],
  ['a backend over HTTP', 'json', retrieveAt],
  ['a page of the web', 'page', openPage],
  ['a model from a hub', 'file', download],
  ['GET /v1/models', 'list blanks', (url) => service(url, 'GET', '/v1/models')],
  [
    'an answer that is given its sources',
    'json blanks words line',
    (url) => service(url, 'POST', '/v1/chat/completions', { messages: MESSAGES, tools: TOOLS }),
  ],
]

/** Returns the failure or the result, and how much the memory of the process grew. */
async function watched(ask: () => Promise<unknown>) {
  const beforeMb = process.memoryUsage.rss() / BYTES_PER_MB
  let mostMb = beforeMb
  const look = setInterval(() => {
    mostMb = Math.max(mostMb, process.memoryUsage.rss() / BYTES_PER_MB)
  }, 10)
  const outcome = await ask().then(
    (value) => ({ value }),
    (failure: Error) => ({ failure }),
  )
  clearInterval(look)
  return { outcome, growthMb: mostMb - beforeMb }
}

describe.each(CLIENTS)('%s', (_, forms, ask, gives) => {
  it.each(forms.split(' '))('ends an answer without an end, with little memory: %s', async (form) => {
    const { outcome, growthMb } = await watched(() => ask(server.of(form)))
    if (gives === undefined) expect(outcome).toHaveProperty('failure')
    else expect(outcome).toEqual({ value: gives })
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB)
    await expect.poll(server.open).toBe(0)
  })

  it('goes to no other origin', async () => {
    await ask(server.of('elsewhere')).catch(() => undefined)
    expect(server.elsewhere()).toBe(0)
  })
})

const never = new AbortController().signal
const brief = { ...ranking, timeoutMs: 300 }
// Each piece follows soon after the last, so that only the limit on the total time can end the answer.
it.each([
  ['a catalogue', (url: string) => openCatalogueFetch(brief)(new URL(url), never)],
  ['a reranker', (url: string) => openHttpReranker({ url, ...brief }).score('q', ['a'], never)],
  ['token vectors', (url: string) => openHttpTokenEmbedder({ url, ...brief })],
] as const)('%s waits no longer than its time limit for an answer that never ends', async (_, ask) => {
  const { outcome } = await watched(() => ask(server.of('drip')))
  expect(outcome).toHaveProperty('failure')
  await expect.poll(server.open).toBe(0)
})

it('the list of models that doctor requests is bounded, too', async () => {
  const one = await serve({ llmUrl: server.of('blanks'), llmModel: 'm' })
  const { outcome, growthMb } = await watched(() => diagnose(one.gloss, signal))
  await one.close()
  expect(JSON.stringify(outcome)).toContain('did not answer: its answer is larger than')
  expect(growthMb).toBeLessThan(MAX_GROWTH_MB)
})
