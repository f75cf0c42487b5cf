/**
 * MiniLM on several cores: a thread each with a model of its own, one text at a time in each. The caller's thread stays free,
 * so a server answers while papers are embedded. The first thread starts at opening, the others when there is much to do. One that ends,
 * for want of memory as a rule, costs the texts it had, and is replaced when there are more.
 */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type ErrorFacts, GlossError } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import { endThread } from './end-thread.ts'
import type { MiniLmOptions } from './minilm-embedder.ts'

export interface ThreadRequest {
  readonly task: number
  readonly texts: readonly string[]
}

export type ThreadAnswer =
  | { readonly kind: 'ready'; readonly id: string; readonly dims: number }
  | { readonly kind: 'vectors'; readonly task: number; readonly vectors: Float32Array[] }
  | { readonly kind: 'failure'; readonly message: string; readonly facts: ErrorFacts }

interface Thread {
  readonly id: string
  readonly dims: number
  hasEnded(): boolean
  readonly ended: Promise<void>
  embed(texts: readonly string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

// Texts handed out at once: few, so that threads end together; some 70 ms of work each.
const TEXTS_PER_TASK = 4
// A shorter queue is not worth the second that a further model takes to load. Chosen, not measured.
const QUEUE_FOR_MORE_THREADS = 8
const CLOSED = 'The embedder was closed.'

// The thread is source when this file is source, and built when this file is built.
const ENTRY = new URL(`./minilm-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

interface Task extends PromiseWithResolvers<Float32Array[]> {
  readonly texts: readonly string[]
  readonly signal: AbortSignal | undefined
}

/** Throws `EMBEDDER_UNAVAILABLE` where the model is not at hand or cannot be loaded. */
export async function openMiniLmThreads(options: MiniLmOptions, threads: number): Promise<Embedder> {
  const first = await startThread(options)
  const started = new Set<Promise<Thread>>()
  const queue: Task[] = []
  const idle = new Set<Thread>()
  let isClosed = false
  employ(Promise.resolve(first))

  function handOut(): void {
    for (const thread of idle) if (queue.length > 0) void work(thread)
    const least = started.size === 0 ? 1 : QUEUE_FOR_MORE_THREADS
    if (queue.length >= least && started.size < threads) employ(startThread(options))
  }

  function employ(starting: Promise<Thread>): void {
    started.add(starting)
    starting.then(
      async (thread) => {
        void work(thread)
        await thread.ended
        idle.delete(thread)
        started.delete(starting)
        handOut()
      },
      (error: unknown) => {
        started.delete(starting)
        // Without another thread the others would wait for ever.
        for (const task of queue.splice(0, started.size === 0 ? queue.length : 1)) task.reject(error)
      },
    )
  }

  /** A thread takes the next task when it is done with its last. */
  async function work(thread: Thread): Promise<void> {
    idle.delete(thread)
    while (!thread.hasEnded()) {
      const task = queue.shift()
      if (task === undefined) return void idle.add(thread)
      if (task.signal?.aborted) task.reject(task.signal.reason)
      else await thread.embed(task.texts).then(task.resolve, task.reject)
    }
  }

  return {
    id: first.id,
    dims: first.dims,
    async embed(texts, signal) {
      signal?.throwIfAborted()
      if (isClosed) throw new GlossError('EMBEDDER_UNAVAILABLE', CLOSED)
      const tasks: Task[] = []
      for (let at = 0; at < texts.length; at += TEXTS_PER_TASK)
        tasks.push({
          texts: texts.slice(at, at + TEXTS_PER_TASK),
          signal,
          ...Promise.withResolvers<Float32Array[]>(),
        })
      queue.push(...tasks)
      handOut()
      return (await Promise.all(tasks.map((task) => task.promise))).flat()
    },
    async close() {
      isClosed = true
      for (const task of queue.splice(0)) task.reject(new GlossError('EMBEDDER_UNAVAILABLE', CLOSED))
      for (const thread of await Promise.allSettled(started))
        if (thread.status === 'fulfilled') await thread.value.close()
    },
  }
}

async function startThread(options: MiniLmOptions): Promise<Thread> {
  const worker = new Worker(ENTRY, { workerData: options })
  const waiting = new Map<number, PromiseWithResolvers<Float32Array[]>>()
  const ready = Promise.withResolvers<{ id: string; dims: number }>()
  const ended = Promise.withResolvers<void>()
  let hasEnded = false
  const fail = (error: Error) => {
    ready.reject(error)
    for (const task of waiting.values()) task.reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: ThreadAnswer) => {
    if (answer.kind === 'ready') ready.resolve(answer)
    else if (answer.kind === 'failure')
      fail(new GlossError('EMBEDDER_UNAVAILABLE', answer.message, answer.facts))
    else {
      waiting.get(answer.task)?.resolve(answer.vectors)
      waiting.delete(answer.task)
    }
  })
  const end = (why: string) => {
    hasEnded = true
    fail(new GlossError('EMBEDDER_UNAVAILABLE', why))
  }
  worker.on('error', (error) => end(`The thread of the model has ended: ${String(error)}`))
  worker.on('exit', () => {
    end('The thread of the model has ended')
    ended.resolve()
  })
  let tasks = 0
  try {
    const { id, dims } = await ready.promise
    return {
      id,
      dims,
      hasEnded: () => hasEnded,
      ended: ended.promise,
      embed(texts) {
        const task = tasks++
        const answer = Promise.withResolvers<Float32Array[]>()
        waiting.set(task, answer)
        worker.postMessage({ task, texts } satisfies ThreadRequest)
        return answer.promise
      },
      close: () => endThread(worker),
    }
  } catch (error) {
    await endThread(worker)
    throw error
  }
}
