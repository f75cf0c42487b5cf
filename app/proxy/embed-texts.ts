/** Serves Gloss's embedders under names that clients of the OpenAI protocol use. */
import { setImmediate } from 'node:timers/promises'
import { createTurns, invalidInput } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import type { EmbedderName } from '../wiring/embedders.ts'
import { hasMiniLm } from '../wiring/fetch-model.ts'
import type { Gloss } from '../wiring/gloss.ts'

// Characters counted per turn of the event loop.
const COUNTED_AT_ONCE = 65_536

/** Returns the embedder with this name in Gloss; null for any other name. */
export function embedderNamed(config: Config, model: unknown): EmbedderName | null {
  if (model === 'gloss') return config.embedder ?? 'static'
  return model === 'static' || model === 'minilm' ? model : null
}

/** Returns the names of embedders that can be requested. */
export function servedModels(config: Config): readonly string[] {
  return ['gloss', 'static', ...(hasMiniLm(config) ? ['minilm'] : [])]
}

export interface Embedded {
  readonly vectors: readonly Float32Array[]
  /** Estimated tokens, since the built-in embedders count none. */
  readonly tokens: number
}

/** Embeds texts. Throws `INPUT_INVALID` for a width that the embedder does not have. */
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
    throw invalidInput(
      'dimensions',
      `dimensions: ${name} vectors have ${embedder.dims} dimensions, not ${dims}; omit the field.`,
    )
  // A request's body may be tens of MB: it was parsed in one turn of the event loop, and is embedded and counted in others.
  await setImmediate()
  const vectors = await embedder.embed(texts, signal)
  return { vectors, tokens: await tokensOf(texts) }
}

async function tokensOf(texts: readonly string[]): Promise<number> {
  const takeTurns = createTurns()
  let tokens = 0
  for (const text of texts)
    for (let at = 0; at < text.length; at += COUNTED_AT_ONCE) {
      tokens += estimateTokens(text.slice(at, at + COUNTED_AT_ONCE))
      await takeTurns()
    }
  return tokens
}
