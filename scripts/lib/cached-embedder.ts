/** An embedder that remembers its vectors in a file, so that a calibration can be repeated without embedding again. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentId } from '../../core/index.ts'
import type { Embedder } from '../../models/index.ts'

/** One line a text: `HASH BASE64` of the float32 vector. A half-written last line is ignored. */
export function cachedEmbedder(embedder: Embedder, folder: string): Embedder {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${contentId(embedder.id)}.txt`)
  const known = new Map<string, Float32Array>()
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [hash = '', base64 = ''] = line.split(' ')
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
    if (bytes.byteLength === 4 * embedder.dims) known.set(hash, new Float32Array(bytes.buffer))
  }
  const embedOne = async (text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const hash = contentId(text)
    const found = known.get(hash)
    if (found !== undefined) return found
    const vector = (await embedder.embed([text], signal))[0]!
    known.set(hash, vector)
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
    appendFileSync(file, `${hash} ${bytes.toString('base64')}\n`)
    return vector
  }
  return {
    id: embedder.id,
    dims: embedder.dims,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(await embedOne(text, signal))
      return vectors
    },
    close: () => embedder.close(),
  }
}
