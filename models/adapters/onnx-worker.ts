/** Runs a model in its own thread, so that the thread that serves questions stays free. */
import { Worker } from 'node:worker_threads'
import { type ErrorCode, type ErrorFacts, entryBeside, GlossError } from '../../core/index.ts'
import { endThread } from './end-thread.ts'
import type { OnnxAnswer, OnnxKind, OnnxRequest, OnnxSettings } from './onnx-models.ts'

export interface OnnxPlace<Kind extends OnnxKind = OnnxKind> {
  readonly kind: Kind
  readonly settings: OnnxSettings<Kind>
}

export interface WorkerRequest {
  readonly task: number
  readonly request: unknown
}

export interface ThreadFailure {
  readonly message: string
  /** Code of a GlossError; null for any other error. */
  readonly code: ErrorCode | null
  readonly facts: ErrorFacts
}

export type WorkerAnswer =
  | { readonly kind: 'ready'; readonly id: string; readonly dims: number }
  | { readonly kind: 'answer'; readonly task: number; readonly answer: unknown }
  | ({ readonly kind: 'failed'; readonly task: number } & ThreadFailure)
  | ({ readonly kind: 'refused' } & ThreadFailure)

export interface OnnxWorker<Kind extends OnnxKind> {
  readonly id: string
  readonly dims: number
  hasEnded(): boolean
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>
  /** Sends a request. If `signal` aborts, it stops waiting, but the thread finishes its current work. */
  ask(request: OnnxRequest<Kind>, signal?: AbortSignal): Promise<OnnxAnswer<Kind>>
  close(): Promise<void>
}

const ENTRY = entryBeside(import.meta.url, 'onnx-thread')

/** Starts the thread. Throws the error of opening the model, such as `MODEL_FOLDER_INVALID`. */
export async function openOnnxWorker<Kind extends OnnxKind>(
  place: OnnxPlace<Kind>,
): Promise<OnnxWorker<Kind>> {
  const worker = new Worker(ENTRY, { workerData: place })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<{ id: string; dims: number }>()
  let tasks = 0
  const ended = Promise.withResolvers<void>()
  let failure: Error | null = null

  function end(error: Error): void {
    failure ??= error
    ready.reject(error)
    for (const task of waiting.values()) task.reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'ready') ready.resolve(answer)
    else if (answer.kind === 'refused') end(asError(answer))
    else {
      const task = waiting.get(answer.task)
      waiting.delete(answer.task)
      if (answer.kind === 'answer') task?.resolve(answer.answer)
      else task?.reject(asError(answer))
    }
  })
  const where = typeof place.settings === 'string' ? ` in ${place.settings}` : ''
  worker.on('error', (error) => end(new Error(`The thread of the model${where} has ended: ${error}`)))
  worker.on('exit', () => {
    end(new Error(`The thread of the model${where} has ended`))
    ended.resolve()
  })

  const { id, dims } = await ready.promise.catch(async (error: unknown) => {
    await endThread(worker)
    throw error
  })
  // An idle model must not keep the program running.
  worker.unref()
  return {
    id,
    dims,
    hasEnded: () => failure !== null,
    ended: ended.promise,
    async ask(request, signal) {
      signal?.throwIfAborted()
      if (failure !== null) throw failure
      const task = tasks++
      const answer = Promise.withResolvers<unknown>()
      waiting.set(task, answer)
      const stop = () => answer.reject(signal?.reason)
      signal?.addEventListener('abort', stop, { once: true })
      worker.ref()
      worker.postMessage({ task, request } satisfies WorkerRequest)
      try {
        return (await answer.promise) as OnnxAnswer<Kind>
      } finally {
        signal?.removeEventListener('abort', stop)
        waiting.delete(task)
        if (waiting.size === 0) worker.unref()
      }
    },
    close: () => endThread(worker),
  }
}

function asError({ message, code, facts }: ThreadFailure): Error {
  return code === null ? new Error(message) : new GlossError(code, message, facts)
}
