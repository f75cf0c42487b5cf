/** A thread that runs one model and answers requests in order. Started by onnx-worker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { isGlossError } from '../../core/index.ts'
import { END } from './end-thread.ts'
import type { OnnxModel } from './onnx-model.ts'
import { ONNX_MODELS } from './onnx-models.ts'
import type { OnnxPlace, ThreadFailure, WorkerAnswer, WorkerRequest } from './onnx-worker.ts'

function send(answer: WorkerAnswer): void {
  parentPort?.postMessage(answer)
}

function failure(error: unknown): ThreadFailure {
  const { code, facts } = isGlossError(error) ? error : { code: null, facts: {} }
  return { message: error instanceof Error ? error.message : String(error), code, facts }
}

async function serve({ kind, settings }: OnnxPlace): Promise<void> {
  // The types of settings and requests are checked by the caller's side, onnx-worker.ts.
  const open = ONNX_MODELS[kind] as (given: unknown) => Promise<OnnxModel<unknown, unknown>>
  const model = await open(settings)
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
