/** Turns a plug-in embedder into one that checks its vectors and scales them to unit length. */
import type { Embedder } from '../../models/index.ts'
import type { EmbedderPlugIn } from '../../plugins/index.ts'
import { pluginFailure, runPlugin } from './run-plugin.ts'

/** Returns an embedder that throws `PLUGIN_FAILED` for every fault of the plug-in. */
export function checkedEmbedder(plugIn: EmbedderPlugIn): Embedder {
  const { name, dims, timeoutMs } = plugIn
  const who = `the embedder ${name}`
  return {
    id: `plugin:${name}/${dims}`,
    dims,
    async embed(texts, signal) {
      if (texts.length === 0) return []
      const vectors: unknown = await runPlugin({ who, timeoutMs, signal }, (stop) =>
        plugIn.embed(texts, stop),
      )
      if (!Array.isArray(vectors) || vectors.length !== texts.length)
        throw pluginFailure(who, `answered ${texts.length} texts without as many vectors`)
      return vectors.map((vector: unknown, at) =>
        texts[at]?.trim() === '' ? new Float32Array(dims) : unitVector(vector, dims, who),
      )
    },
    async close() {
      await runPlugin({ who, timeoutMs }, () => plugIn.close?.())
    },
  }
}

function unitVector(given: unknown, dims: number, who: string): Float32Array {
  const length = (given as ArrayLike<number> | null)?.length
  if (length !== dims)
    throw pluginFailure(who, `returned a vector of width ${length ?? 'none'} instead of ${dims}`)
  const vector = Float32Array.from(given as ArrayLike<number>)
  if (!vector.every(Number.isFinite))
    throw pluginFailure(who, 'returned a vector with a number that is not finite')
  const norm = Math.hypot(...vector)
  return norm === 0 ? vector : vector.map((part) => part / norm)
}
