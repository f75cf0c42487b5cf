/** Runs in a thread of its own: one corpus file is verified, and what is wrong with it is posted. */
import { parentPort, workerData } from 'node:worker_threads'
import { isGlossError } from '../../core/index.ts'
import { openSqliteCorpus } from './sqlite-corpus-store.ts'

async function problemsOf(path: string): Promise<string[]> {
  try {
    const store = openSqliteCorpus(path, { create: false })
    try {
      return await store.verify()
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!isGlossError(error)) throw error
    return [error.message]
  }
}

parentPort?.postMessage(await problemsOf(String(workerData)))
