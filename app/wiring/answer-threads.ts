/**
 * Threads that answer questions beside the caller's own, so that a service uses more than one processor: each has the corpora open itself, with
 * indexes of its own.
 */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { DEMONSTRATION_CORPUS } from './default-corpus.ts'
import { asksRetriever, DEFAULT_BACKEND, isBuiltIn } from './retrieval-backends.ts'
import type { RetrieveRequest } from './retrieve-answers.ts'
import type { AskedCorpora } from './several-corpora.ts'

/** A question to a corpus, or to several: `main,other`. */
export interface AskedThread {
  readonly corpus: string
  readonly request: RetrieveRequest
}

export interface WrittenAnswer {
  /** The answer in UTF-8. */
  readonly json: Uint8Array
  /** Milliseconds of each stage. */
  readonly stages: Readonly<Record<string, number>>
}

/** What a thread says to question number `task`; null where it failed. */
export interface ThreadMessage {
  readonly task: number
  readonly answer: WrittenAnswer | null
}

export interface AnswerThreads {
  /** Of the thread that has the least to do; 0 is the caller's. What another fails at is asked here again, so that failures are the caller's, too. */
  answer(
    session: AskedCorpora,
    request: RetrieveRequest,
    signal: AbortSignal,
  ): Promise<WrittenAnswer & { readonly thread: number }>
  close(): Promise<void>
}

interface Thread {
  readonly number: number
  readonly worker: Worker
  readonly waiting: Map<number, (answer: WrittenAnswer | null) => void>
}

// The thread is source when this file is source, and built when this file is built.
const ENTRY = new URL(`./answer-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** `config.answerThreads` in all, the caller's included. One that ends is not replaced, and `onNotice` is called. */
export function openAnswerThreads(config: Config, onNotice: (message: string) => void): AnswerThreads {
  const threads = new Set<Thread>()
  let [tasks, ownTasks, isClosed] = [0, 0, false]

  for (let number = 1; number < config.answerThreads; number++) {
    const thread: Thread = { number, worker: new Worker(ENTRY, { workerData: config }), waiting: new Map() }
    threads.add(thread)
    thread.worker.on('message', ({ task, answer }: ThreadMessage) => thread.waiting.get(task)?.(answer))
    thread.worker.on('error', (error) => onNotice(`A thread that answers questions failed: ${error}`))
    thread.worker.on('exit', () => {
      threads.delete(thread)
      for (const settle of thread.waiting.values()) settle(null)
      if (!isClosed) onNotice('A thread that answers questions has ended; the others remain.')
    })
  }

  function leastBusy(): Thread | null {
    let best: Thread | null = null
    for (const thread of threads) if (thread.waiting.size < (best?.waiting.size ?? ownTasks)) best = thread
    return best
  }

  async function askThread({ worker, waiting }: Thread, asked: AskedThread): Promise<WrittenAnswer | null> {
    const task = tasks++
    const { promise, resolve } = Promise.withResolvers<WrittenAnswer | null>()
    waiting.set(task, resolve)
    worker.postMessage({ task, asked })
    return await promise.finally(() => waiting.delete(task))
  }

  return {
    async answer(session, request, signal) {
      const asked = { corpus: session.name, request }
      const thread = isForThreads(config, asked) ? leastBusy() : null
      const answer = thread === null ? null : await askThread(thread, asked)
      if (thread !== null && answer !== null) return { ...answer, thread: thread.number }
      ownTasks++
      const own = await writtenAnswer(session, request, signal).finally(() => ownTasks--)
      return { ...own, thread: 0 }
    },
    async close() {
      isClosed = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

export async function writtenAnswer(
  session: Pick<AskedCorpora, 'retrieve'>,
  request: RetrieveRequest,
  signal?: AbortSignal,
): Promise<WrittenAnswer> {
  const answer = await session.retrieve(request, signal)
  const answered = performance.now()
  const json = Buffer.from(JSON.stringify(answer))
  return { json, stages: { ...answer.stages, serialise: performance.now() - answered } }
}

/** What other threads do not have: plug-ins of this process, its budgets for models, and a corpus that is in its memory. */
function isForThreads(
  config: Config,
  { corpus, request: { backend = DEFAULT_BACKEND } }: AskedThread,
): boolean {
  const isElsewhere = isBuiltIn(backend) && !asksRetriever(config, backend)
  return isElsewhere && !corpus.split(',').includes(DEMONSTRATION_CORPUS)
}
