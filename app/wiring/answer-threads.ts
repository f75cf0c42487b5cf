/**
 * Runs threads that answer questions beside the caller's own, so that a service uses several processors. Each thread opens the corpora
 * itself, with its own indexes.
 */
import { Worker } from 'node:worker_threads'
import { entryBeside } from '../../core/index.ts'
import type { Config } from '../config/config.ts'
import { DEMONSTRATION_CORPUS } from './default-corpus.ts'
import { asksRetriever, DEFAULT_BACKEND, isBuiltIn } from './retrieval-backends.ts'
import type { RetrieveRequest } from './retrieve-answers.ts'
import type { SearchedCorpora } from './several-corpora.ts'

/** A question for one corpus, or for several: `main,other`. */
export interface ThreadQuestion {
  readonly corpus: string
  readonly request: RetrieveRequest
}

export interface WrittenAnswer {
  /** Answer as JSON in UTF-8. */
  readonly json: Uint8Array
  /** Milliseconds of each stage. */
  readonly stages: Readonly<Record<string, number>>
}

/** Reply of a thread to question number `task`: its answer, or why it has none. */
export type ThreadMessage = { readonly task: number } & ThreadAnswer
type ThreadAnswer = { readonly answer: WrittenAnswer } | { readonly failure: string }

export interface AnswerThreads {
  /**
   * Returns the answer of the least busy thread; 0 is the caller's. A question that another thread fails at is asked here again, so that
   * errors are the caller's, too; if it succeeds here, `onNotice` is called, once a thread.
   */
  answer(
    session: SearchedCorpora,
    request: RetrieveRequest,
    signal: AbortSignal,
  ): Promise<WrittenAnswer & { readonly thread: number }>
  close(): Promise<void>
}

interface Thread {
  readonly number: number
  readonly worker: Worker
  readonly waiting: Map<number, (answer: ThreadAnswer) => void>
  isDoubted: boolean
}

const ENTRY = entryBeside(import.meta.url, 'answer-thread')

/** Opens `config.answerThreads` threads, including the caller's. One that ends is not replaced, and `onNotice` is called. */
export function openAnswerThreads(config: Config, onNotice: (message: string) => void): AnswerThreads {
  const threads = new Set<Thread>()
  let [tasks, ownTasks, isClosed] = [0, 0, false]

  for (let number = 1; number < config.answerThreads; number++) {
    const worker = new Worker(ENTRY, { workerData: config })
    const thread: Thread = { number, worker, waiting: new Map(), isDoubted: false }
    threads.add(thread)
    worker.on('message', ({ task, ...answer }: ThreadMessage) => thread.waiting.get(task)?.(answer))
    worker.on('error', (error) => onNotice(`A thread that answers questions failed: ${error}`))
    worker.on('exit', () => {
      threads.delete(thread)
      for (const settle of thread.waiting.values()) settle({ failure: 'it has ended' })
      if (!isClosed) onNotice('A thread that answers questions has ended; the others remain.')
    })
  }

  function leastBusy(): Thread | null {
    let best: Thread | null = null
    for (const thread of threads) if (thread.waiting.size < (best?.waiting.size ?? ownTasks)) best = thread
    return best
  }

  async function askThread({ worker, waiting }: Thread, asked: ThreadQuestion): Promise<ThreadAnswer> {
    const task = tasks++
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>()
    waiting.set(task, resolve)
    worker.postMessage({ task, asked })
    return await promise.finally(() => waiting.delete(task))
  }

  function doubt(thread: Thread, failure: string): void {
    if (thread.isDoubted || isClosed) return
    thread.isDoubted = true
    onNotice(
      `Thread ${thread.number} failed at a question that the service's own thread answered: ${failure}. ` +
        'How many each answers: gloss_retrieval_thread_answers_total on /metrics.',
    )
  }

  return {
    async answer(session, request, signal) {
      const asked = { corpus: session.name, request }
      const thread = isForThreads(config, asked) ? leastBusy() : null
      const other = thread === null ? null : await askThread(thread, asked)
      if (thread !== null && other !== null && 'answer' in other)
        return { ...other.answer, thread: thread.number }
      ownTasks++
      const own = await writtenAnswer(session, request, signal).finally(() => ownTasks--)
      if (thread !== null && other !== null && 'failure' in other) doubt(thread, other.failure)
      return { ...own, thread: 0 }
    },
    async close() {
      isClosed = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

export async function writtenAnswer(
  session: Pick<SearchedCorpora, 'retrieve'>,
  request: RetrieveRequest,
  signal?: AbortSignal,
): Promise<WrittenAnswer> {
  const answer = await session.retrieve(request, signal)
  const answered = performance.now()
  const json = Buffer.from(JSON.stringify(answer))
  return { json, stages: { ...answer.stages, serialise: performance.now() - answered } }
}

/** Returns false if the request needs what other threads lack: this process's plug-ins and model budgets, or a corpus in its memory. */
function isForThreads(
  config: Config,
  { corpus, request: { backend = DEFAULT_BACKEND } }: ThreadQuestion,
): boolean {
  const isElsewhere = isBuiltIn(backend) && !asksRetriever(config, backend)
  return isElsewhere && !corpus.split(',').includes(DEMONSTRATION_CORPUS)
}
