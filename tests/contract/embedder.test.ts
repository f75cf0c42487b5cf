import { afterAll } from 'vitest'
import { openOpenAiEmbedder } from '../../models/adapters/openai-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import { startEmbeddingsServer } from '../fakes/embeddings-server.ts'
import { embedderContract } from './embedder.contract.ts'

const server = await startEmbeddingsServer()
afterAll(() => server.close())

embedderContract({ name: 'static', runs: true, open: () => openStaticEmbedder() })
embedderContract({
  name: 'openai protocol, scripted server',
  runs: true,
  open: () => openOpenAiEmbedder({ url: server.url, model: 'scripted', batchTexts: 2 }),
})
