/**
 * MiniLM on several cores: a thread each with a model of its own, one text at a time in each. The caller's thread stays free,
 * so a server answers while papers are embedded. The first thread starts at opening, the others when there is much to do. One that ends,
 * for want of memory as a rule, costs the texts it had, and is replaced when there are more.
 */
import { GlossError, isGlossError, messageOf } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import type { MiniLmOptions } from './minilm-embedder.ts'
import { type OnnxWorker, openOnnxWorker } from './onnx-worker.ts'

type Thread = OnnxWorker<'sentences'>

// Texts handed out at once: few, so that threads end together; some 70 ms of work each.
const TEXTS_PER_TASK = 4
// A shorter queue is not worth the second that a further model takes to load. Chosen, not measured.
const QUEUE_FOR_MORE_THREADS = 8
const CLOSED = 'The embedder was closed.'

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
