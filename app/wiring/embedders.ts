/** Opens the embedder that a configuration names, once, and closes it with the app. Code of all but the default is loaded on demand. */
import { GlossError } from '../../core/index.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import { pluginEmbedders } from '../plugins/given-plugins.ts'
import type { Features } from './features.ts'

export type EmbedderName = NonNullable<Config['embedder']>
export const EMBEDDER_NAMES = ['static', 'minilm', 'openai'] as const satisfies readonly EmbedderName[]

export async function openEmbedder(
  name: EmbedderName,
  { config, features }: { readonly config: Config; readonly features: Features },
): Promise<Embedder> {
  switch (name) {
    case 'static':
      return openStaticEmbedder()
    case 'minilm': {
      await features.need('models')
      const { openMiniLmThreads } = await import('../../models/adapters/minilm-threads.ts')
      const { modelsFolder } = await import('./fetch-model.ts')
      return openMiniLmThreads({ folder: modelsFolder(config) }, config.workers)
    }
    case 'openai': {
      const settings = openAiSettings(config)
      await features.need('openai')
      const { openOpenAiEmbedder } = await import('../../models/adapters/openai-embedder.ts')
      return openOpenAiEmbedder(settings)
    }
    default: {
      const { checkedEmbedder } = await import('../plugins/checked-embedder.ts')
      return checkedEmbedder(await pluginEmbedders.load(name))
    }
  }
}

function openAiSettings(config: Config): { url: string; model: string; key?: string } {
  const { llmUrl, embedderModel, llmKey } = config
  if (llmUrl === undefined || embedderModel === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      'The embedder `openai` needs GLOSS_LLM_URL and GLOSS_EMBEDDER_MODEL; at least one of them is not set.',
    )
  return { url: llmUrl, model: embedderModel, ...(llmKey === undefined ? {} : { key: llmKey }) }
}
