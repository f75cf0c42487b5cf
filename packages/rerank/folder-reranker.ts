/** Runs a cross-encoder from a folder as a reranker, in its own thread. */

import { openOnnxWorker } from '../../models/adapters/onnx-worker.ts'
import type { Reranker } from '../../models/ranking-ports.ts'

// Pairs per task; an abort waits for at most one task. Some 100 ms with a small model.
const PAIRS_PER_TASK = 4

/** Opens the reranker. `folder` has a sequence classifier with one label. Throws `MODEL_FOLDER_INVALID`. */
export async function openFolderReranker(folder: string): Promise<Reranker> {
  const worker = await openOnnxWorker({ kind: 'cross-encoder', settings: folder })
  return {
    id: worker.id,
    async score(question, texts, signal) {
      signal?.throwIfAborted()
      const scores = new Float32Array(texts.length)
      for (let from = 0; from < texts.length; from += PAIRS_PER_TASK) {
        const request = { question, texts: texts.slice(from, from + PAIRS_PER_TASK) }
        scores.set(await worker.ask(request, signal), from)
      }
      return scores
    },
    close: worker.close,
  }
}
