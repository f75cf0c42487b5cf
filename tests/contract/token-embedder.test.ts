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

test('a request to Jina says which texts are questions', async () => {
  const embedder = await open(`${server.url}/multi-vector`)
  await embedder.embedTokens(['heart'], 'document')
  await embedder.embedTokens(['heart'], 'question')
  expect(server.bodies.slice(-2).map((body) => body['input_type'])).toEqual(['document', 'query'])
})

test('requests to a server are counted', async () => {
  const embedder = await open()
  const ledger = createLedger(new Map())
  await embedder.embedTokens(['one', '', 'two'], 'document', undefined, ledger)
  expect(ledger.rows()).toMatchObject([{ role: 'late', calls: 1, promptTokens: 2 }])
})

const FEW = 'matrices of token vectors for 2 texts'
const answering = (data: unknown, indexes = [0, 1]) => ({ data: indexes.map((index) => ({ index, data })) })
test.each([
  ['fewer matrices than texts', answering([[1, 0, 0, 0]], [0]), `1 ${FEW}`],
  ['one matrix twice', answering([[1, 0, 0, 0]], [0, 0]), `1 ${FEW}`],
  ['no numbers', answering([[null, 0, 0, 0]]), `0 ${FEW}`],
  ['rows of another width', answering([[1, 0]]), 'a vector of 2, not 4'],
  ['one vector for a text', answering([1, 0, 0, 0]), `0 ${FEW}`],
])('a server that answers with %s is an error that says so', async (_, body, says) => {
  const embedder = await open()
  server.answerNext(body)
  const asking = embedder.embedTokens(['one', 'two'], 'document')
  await expect(asking).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
  await expect(asking).rejects.toThrow(says)
})
