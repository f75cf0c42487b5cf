import { afterAll } from 'vitest'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openMiniLmThreads } from '../../models/adapters/minilm-threads.ts'
import { openOpenAiEmbedder } from '../../models/adapters/openai-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import { hasShared, orSkipped, sharedPath } from '../../scripts/lib/shared.ts'
import { startEmbeddingsServer } from '../fakes/embeddings-server.ts'
import { embedderContract } from './embedder.contract.ts'

const server = await startEmbeddingsServer()
afterAll(() => server.close())

embedderContract({ name: 'static', runs: true, open: () => openStaticEmbedder() })
embedderContract({
  name: orSkipped('minilm q8'),
  runs: hasShared,
  open: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'q8' }),
})
embedderContract({
  name: orSkipped('minilm int8'),
  runs: hasShared,
  open: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'int8' }),
})
embedderContract({
  name: orSkipped('minilm on two threads'),
  runs: hasShared,
  open: () => openMiniLmThreads({ folder: sharedPath('models') }, 2),
})
embedderContract({
  name: 'openai protocol, scripted server',
  runs: true,
  open: () => openOpenAiEmbedder({ url: server.url, model: 'scripted', batchTexts: 2 }),
})
