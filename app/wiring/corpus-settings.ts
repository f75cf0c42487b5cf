/** What a corpus keeps about itself, and whether the configured embedder is the one its vectors were made with. */
import { GlossError } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import type { EmbedderName } from './embedders.ts'

/** Names of the settings in the store. */
export const SETTING = {
  embedder: 'embedder',
  embedderId: 'embedder-id',
  tuning: 'tuning',
  topic: 'topic',
  policy: 'policy',
  summariser: 'summariser',
  unitsOnly: 'units-only',
  /** Ids of the papers that a person removed. */
  removed: 'removed',
} as const

/** The embedder of the corpus, or the one that a new corpus gets. Throws `EMBEDDER_MISMATCH` where another one is configured. */
export async function embedderOf(corpus: string, store: CorpusReader, config: Config): Promise<EmbedderName> {
  const own = (await store.setting(SETTING.embedder)) as EmbedderName | null
  if (own === null) return config.embedder ?? 'static'
  if (config.embedder === undefined || config.embedder === own) return own
  throw new GlossError(
    'EMBEDDER_MISMATCH',
    `The corpus "${corpus}" is indexed with the embedder \`${own}\`, not \`${config.embedder}\`. To change it: gloss corpus embed --embedder ${config.embedder} --corpus ${corpus}`,
    { corpus, own, asked: config.embedder },
  )
}

/** Throws `EMBEDDER_MISMATCH` where an embedder of the same name has other vectors than the corpus. */
export async function checkEmbedder(corpus: string, store: CorpusReader, { id }: Embedder): Promise<void> {
  const own = await store.setting(SETTING.embedderId)
  if (own === null || own === id) return
  throw new GlossError(
    'EMBEDDER_MISMATCH',
    `The corpus "${corpus}" is indexed with \`${own}\`; the current embedder is \`${id}\`. To change to it: gloss corpus embed --corpus ${corpus}`,
    { corpus, own, asked: id },
  )
}
