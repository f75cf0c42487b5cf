import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openMiniLmThreads } from '../../models/adapters/minilm-threads.ts'
import { hasShared, orSkipped, sharedPath } from '../fixtures/shared.ts'
import { embedderContract } from './embedder.contract.ts'

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
