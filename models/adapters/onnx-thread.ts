/** A thread that holds one model of a folder and answers requests in their order. Started by onnx-worker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { isGlossError } from '../../core/index.ts'
import { END } from './end-thread.ts'
import type { OnnxModel } from './onnx-model.ts'
import { ONNX_MODELS } from './onnx-models.ts'
import type { OnnxPlace, WorkerAnswer, WorkerRequest } from './onnx-worker.ts'

function send(answer: WorkerAnswer): void {
  parentPort?.postMessage(answer)
}

function failure(error: unknown): { readonly message: string; readonly code: string | null } {
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: isGlossError(error) ? error.code : null }
}

async function serve({ kind, folder }: OnnxPlace): Promise<void> {
  // One table for all kinds: the worker's side knows what each is asked.
  const model = (await ONNX_MODELS[kind](folder)) as OnnxModel<unknown, unknown>
  const running = new Set<Promise<void>>()
  parentPort?.on('message', (message: WorkerRequest | typeof END) => {
    if (message === END) return void Promise.all(running).then(() => parentPort?.close())
    const { task, request } = message
    const run = model.run(request).then(
      (answer) => send({ kind: 'answer', task, answer }),
      (error: unknown) => send({ kind: 'failed', task, ...failure(error) }),
    )
    running.add(run)
    void run.finally(() => running.delete(run))
  })
  send({ kind: 'ready', id: model.id, dims: model.dims })
}

serve(workerData as OnnxPlace).catch((error: unknown) => send({ kind: 'refused', ...failure(error) }))
