/** Our own embedders under the names that clients of the OpenAI protocol ask for. */
import { GlossError } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import type { EmbedderName } from '../wiring/embedders.ts'
import { hasMiniLm } from '../wiring/fetch-model.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** The embedder behind a name of ours; null for any other name. */
export function embedderNamed(config: Config, model: unknown): EmbedderName | null {
  if (model === 'gloss') return config.embedder ?? 'static'
  return model === 'static' || model === 'minilm' ? model : null
}

/** Names of ours that can be asked for here. */
export function servedModels(config: Config): readonly string[] {
  return ['gloss', 'static', ...(hasMiniLm(config) ? ['minilm'] : [])]
}

export interface Embedded {
  readonly vectors: readonly Float32Array[]
  /** Estimated: our embedders count no tokens. */
  readonly tokens: number
}

/** Throws `INPUT_INVALID` for a width that the embedder does not have. */
export async function embedTexts(
  gloss: Gloss,
  {
    name,
    texts,
    dims,
  }: { readonly name: EmbedderName; readonly texts: readonly string[]; readonly dims?: number },
  signal: AbortSignal,
): Promise<Embedded> {
  const embedder = await gloss.embedder(name)
  if (dims !== undefined && dims !== embedder.dims)
    throw new GlossError(
      'INPUT_INVALID',
      `dimensions: ${name} vectors have ${embedder.dims} dimensions, not ${dims}; omit the field.`,
      { field: 'dimensions' },
    )
  const vectors = await embedder.embed(texts, signal)
  return { vectors, tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0) }
}
