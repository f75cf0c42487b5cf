/** Ends a thread that runs a native library: ended in the middle of a call, such a library may abort the whole process. */
import type { Worker } from 'node:worker_threads'

/** What a thread is sent to end: it finishes what it has begun and closes its port. */
export const END = 'end'
/** Chosen, not measured: a text takes a fraction of a second, and a thread that hangs must not keep the program. */
const PATIENCE_MS = 10_000

/** Resolves when the thread has ended, by itself or, where it does not within ten seconds, by force. */
export async function endThread(worker: Worker): Promise<void> {
  // -1 once the thread has ended.
  if (worker.threadId === -1) return
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage(END)
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  await ended.finally(() => clearTimeout(timer))
}
