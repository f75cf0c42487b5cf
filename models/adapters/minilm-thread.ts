/** A thread that holds one MiniLM and answers texts with vectors. Started by minilm-threads.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { isGlossError } from '../../core/index.ts'
import { END } from './end-thread.ts'
import { type MiniLmOptions, openMiniLmEmbedder } from './minilm-embedder.ts'
import type { ThreadAnswer, ThreadRequest } from './minilm-threads.ts'

function send(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer)
}

async function serve(options: MiniLmOptions): Promise<void> {
  const embedder = await openMiniLmEmbedder(options)
  const running = new Set<Promise<void>>()
  parentPort?.on('message', (message: ThreadRequest | typeof END) => {
    if (message === END) return void Promise.all(running).then(() => parentPort?.close())
    const { task, texts } = message
    const run = embedder.embed(texts).then(
      (vectors) => send({ kind: 'vectors', task, vectors }),
      (error: unknown) => send({ kind: 'failure', message: String(error), facts: {} }),
    )
    running.add(run)
    void run.finally(() => running.delete(run))
  })
  send({ kind: 'ready', id: embedder.id, dims: embedder.dims })
}

serve(workerData as MiniLmOptions).catch((error: unknown) => {
  const facts = isGlossError(error) ? error.facts : {}
  send({ kind: 'failure', message: error instanceof Error ? error.message : String(error), facts })
})
