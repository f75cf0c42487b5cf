import { afterAll } from 'vitest'
import { openFolderReranker } from '../../packages/rerank/folder-reranker.ts'
import { openHttpReranker } from '../../packages/rerank/http-reranker.ts'
import { startRerankServer } from '../fakes/rerank-server.ts'
import { TINY } from '../fixtures/tiny-models.ts'
import { rerankerContract } from './reranker.contract.ts'

const cohere = await startRerankServer()
const tei = await startRerankServer({ isTei: true })
afterAll(() => Promise.all([cohere.close(), tei.close()]))

const limits = { timeoutMs: 60_000, maxRetries: 0 }

rerankerContract('a folder', () => openFolderReranker(TINY.crossEncoder))
rerankerContract('a server as Cohere', async () =>
  openHttpReranker({ url: cohere.url, model: 'scripted', ...limits }),
)
rerankerContract('a server as Text Embeddings Inference', async () =>
  openHttpReranker({ url: tei.url, ...limits }),
)
