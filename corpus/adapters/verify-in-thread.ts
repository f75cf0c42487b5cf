/** Verifies a corpus in a worker thread, while the caller's thread stays responsive. */
import { Worker } from 'node:worker_threads'
import { entryBeside } from '../../core/index.ts'

const ENTRY = entryBeside(import.meta.url, 'verify-thread')

/**
 * Returns what is wrong with a corpus of the present format, a sentence each; at once if its content was verified before. Uses a tenth of
 * a processor. Rejects with the signal's reason when it aborts; the next call continues from there.
 */
export async function verifyInThread(path: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted()
  const thread = new Worker(ENTRY, { workerData: path })
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  thread.once('message', resolve).once('error', reject)
  thread.once('exit', (code) => reject(new Error(`The thread that verifies ${path} ended with ${code}`)))
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    await thread.terminate()
  }
}
