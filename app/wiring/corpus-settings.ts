/** Settings stored in a corpus, and checks that the configured embedder is the one that made its vectors. */
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
  /** Ids of papers that a person removed. */
  removed: 'removed',
} as const

/** Returns the embedder of the corpus, or that of a new corpus. Throws `EMBEDDER_MISMATCH` if another one is configured. */
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

/** Throws `EMBEDDER_MISMATCH` if an embedder of the same name makes other vectors than the corpus has. */
export async function checkEmbedder(corpus: string, store: CorpusReader, { id }: Embedder): Promise<void> {
  const own = await store.setting(SETTING.embedderId)
  if (own === null || own === id) return
  throw new GlossError(
    'EMBEDDER_MISMATCH',
    `The corpus "${corpus}" is indexed with \`${own}\`; the current embedder is \`${id}\`. To change to it: gloss corpus embed --corpus ${corpus}`,
    { corpus, own, asked: id },
  )
}
