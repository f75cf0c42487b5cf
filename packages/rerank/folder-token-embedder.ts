/** Runs a late-interaction model from a folder, in its own thread. */

import { openOnnxWorker } from '../../models/adapters/onnx-worker.ts'
import type { TokenEmbedder, TokenVectors } from '../../models/ranking-ports.ts'

// Texts per task; an abort waits for at most one task.
const TEXTS_PER_TASK = 4

/** Opens the embedder. `folder` has a model with a vector for each token. Throws `MODEL_FOLDER_INVALID`. */
export async function openFolderTokenEmbedder(folder: string): Promise<TokenEmbedder> {
  const worker = await openOnnxWorker({ kind: 'tokens', settings: folder })
  return {
    id: `${worker.id}-${worker.dims}`,
    dims: worker.dims,
    async embedTokens(texts, form, signal) {
      signal?.throwIfAborted()
      const found: TokenVectors[] = []
      for (let from = 0; from < texts.length; from += TEXTS_PER_TASK)
        found.push(...(await worker.ask({ texts: texts.slice(from, from + TEXTS_PER_TASK), form }, signal)))
      return found
    },
    close: worker.close,
  }
}
