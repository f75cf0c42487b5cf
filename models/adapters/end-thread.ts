/** Ends a thread that runs a native library gracefully: stopping one in the middle of a call may abort the whole process. */
import type { Worker } from 'node:worker_threads'

/** Message that ends a thread: it finishes its current work and closes its port. */
export const END = 'end'
/** Chosen, not measured: a text takes a fraction of a second, and a thread that hangs must not keep the program running. */
const PATIENCE_MS = 10_000

/** Ends a thread; after ten seconds it is terminated. Resolves when the thread has ended. */
export async function endThread(worker: Worker): Promise<void> {
  // -1 once the thread has ended.
  if (worker.threadId === -1) return
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage(END)
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  await ended.finally(() => clearTimeout(timer))
}
