import { afterAll, expect, test } from 'vitest'
import { createLedger } from '../../models/index.ts'
import { openFolderTokenEmbedder } from '../../packages/rerank/folder-token-embedder.ts'
import { openHttpTokenEmbedder } from '../../packages/rerank/http-token-embedder.ts'
import { startTokenVectorsServer } from '../fakes/token-vectors-server.ts'
import { TINY } from '../fixtures/tiny-models.ts'
import { tokenEmbedderContract } from './token-embedder.contract.ts'

const server = await startTokenVectorsServer()
afterAll(() => server.close())

const open = (url = server.url) =>
  openHttpTokenEmbedder({ url, model: 'scripted', timeoutMs: 60_000, maxRetries: 0 })

tokenEmbedderContract('a folder', () => openFolderTokenEmbedder(TINY.sentenceModel))
tokenEmbedderContract('a server as vLLM', () => open())
tokenEmbedderContract('a server as Jina', () => open(`${server.url}/multi-vector`))

test('Jina is told which texts are questions', async () => {
  const embedder = await open(`${server.url}/multi-vector`)
  await embedder.embedTokens(['heart'], 'document')
  await embedder.embedTokens(['heart'], 'question')
  expect(server.bodies.slice(-2).map((body) => body['input_type'])).toEqual(['document', 'query'])
})

test('what a server is asked is counted', async () => {
  const embedder = await open()
  const ledger = createLedger(new Map())
  await embedder.embedTokens(['one', '', 'two'], 'document', undefined, ledger)
  expect(ledger.rows()).toMatchObject([{ role: 'late', calls: 1, promptTokens: 2 }])
})

test.each([
  {
    name: 'fewer matrices than texts',
    body: { data: [{ index: 0, data: [[1, 0, 0, 0]] }] },
    says: '1 matrices of token vectors for 2 texts',
  },
  {
    name: 'one matrix twice',
    body: { data: [0, 0].map((index) => ({ index, data: [[1, 0, 0, 0]] })) },
    says: '1 matrices of token vectors for 2 texts',
  },
  {
    name: 'no numbers',
    body: { data: [0, 1].map((index) => ({ index, data: [[null, 0, 0, 0]] })) },
    says: '0 matrices of token vectors for 2 texts',
  },
  {
    name: 'rows of another width',
    body: { data: [0, 1].map((index) => ({ index, data: [[1, 0]] })) },
    says: 'a vector of 2, not 4',
  },
  {
    name: 'one vector for a text',
    body: { data: [0, 1].map((index) => ({ index, data: [1, 0, 0, 0] })) },
    says: '0 matrices of token vectors for 2 texts',
  },
])('a server that answers with $name is an error that says so', async ({ body, says }) => {
  const embedder = await open()
  server.answerNext(body)
  const asking = embedder.embedTokens(['one', 'two'], 'document')
  await expect(asking).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
  await expect(asking).rejects.toThrow(says)
})
