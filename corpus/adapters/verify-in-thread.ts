/** Verifies a corpus while the caller's thread answers others. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

// The thread is source when this file is source, and built when this file is built.
const ENTRY = new URL(`./verify-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/**
 * Returns what is wrong with a corpus of the present format, a sentence each; at once where its content was verified before. Takes a tenth of a
 * processor. Rejects with the signal's reason when it aborts; the next call goes on from there.
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
