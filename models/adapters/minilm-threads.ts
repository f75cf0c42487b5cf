/**
 * Runs MiniLM on several cores: each thread loads its own model and embeds one text at a time. The caller's thread stays free,
 * so a server answers while papers are embedded. The first thread starts at opening, the others when the queue is long. If a thread ends,
 * usually for lack of memory, its texts fail, and a new one is started when there are more texts.
 */
import { GlossError, isGlossError, messageOf } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import type { MiniLmOptions } from './minilm-embedder.ts'
import { type OnnxWorker, openOnnxWorker } from './onnx-worker.ts'

type Thread = OnnxWorker<'sentences'>

// Texts per task: few, so that threads finish at about the same time; a task takes some 70 ms.
const TEXTS_PER_TASK = 4
// A shorter queue is not worth the second that another model takes to load. Chosen, not measured.
const QUEUE_FOR_MORE_THREADS = 8
const CLOSED = 'The embedder was closed.'

interface Task extends PromiseWithResolvers<Float32Array[]> {
  readonly texts: readonly string[]
  readonly signal: AbortSignal | undefined
}

/** Opens the embedder. Throws `EMBEDDER_UNAVAILABLE` if the model is missing or cannot be loaded. */
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
        // If no thread is left, the queued tasks would wait forever.
        for (const task of queue.splice(0, started.size === 0 ? queue.length : 1)) task.reject(error)
      },
    )
  }

  /** Runs tasks on a thread, one after the other, until the queue is empty. */
  async function work(thread: Thread): Promise<void> {
    idle.delete(thread)
    while (!thread.hasEnded()) {
      const task = queue.shift()
      if (task === undefined) return void idle.add(thread)
      if (task.signal?.aborted) task.reject(task.signal.reason)
      else await thread.ask(task.texts).catch(refuse).then(task.resolve, task.reject)
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

function startThread(settings: MiniLmOptions): Promise<Thread> {
  return openOnnxWorker({ kind: 'sentences', settings }).catch(refuse)
}

function refuse(error: unknown): never {
  throw new GlossError('EMBEDDER_UNAVAILABLE', messageOf(error), isGlossError(error) ? error.facts : {})
}
