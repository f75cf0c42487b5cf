/** What becomes of texts when a thread of MiniLM ends, for want of memory as a rule. Here it is ended from outside. */
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMiniLmThreads } from '../../../models/adapters/minilm-threads.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const TEXTS = Array.from({ length: 12 }, (_, i) => `Lupeol was found in ${i} trees.`)

/** The embedder, and the threads that it has started so far. */
async function openWatched(threads: number) {
  const workers: Worker[] = []
  const onWorker = (worker: Worker) => void workers.push(worker)
  process.on('worker', onWorker)
  const embedder = await openMiniLmThreads({ folder: sharedPath('models') }, threads)
  onTestFinished(async () => {
    process.off('worker', onWorker)
    await embedder.close?.()
  })
  return { embedder, workers }
}

describe.skipIf(!hasShared)(orSkipped('threads of MiniLM'), () => {
  it('are replaced where one ended while it had nothing to do', async () => {
    const { embedder, workers } = await openWatched(1)
    const before = await embedder.embed(TEXTS)
    await workers[0]!.terminate()
    expect(await embedder.embed(TEXTS)).toEqual(before)
    expect(workers).toHaveLength(2)
  })

  it('say so of the texts that one had, and give the others to the next', async () => {
    const { embedder, workers } = await openWatched(1)
    const answers = TEXTS.map((text) => embedder.embed([text]))
    const settled = Promise.allSettled(answers)
    await workers[0]!.terminate()
    const states = (await settled).map((one) => (one.status === 'rejected' ? one.reason.code : 'vectors'))
    expect(states).toEqual(['EMBEDDER_UNAVAILABLE', ...TEXTS.slice(1).map(() => 'vectors')])
    expect(workers).toHaveLength(2)
  })

  it('end what they have begun once they are closed, refuse what waited, and are not started again', async () => {
    const { embedder, workers } = await openWatched(1)
    const settled = Promise.allSettled(TEXTS.map((text) => embedder.embed([text])))
    await embedder.close?.()
    const states = (await settled).map(({ status }) => status)
    expect(states).toEqual(['fulfilled', ...TEXTS.slice(1).map(() => 'rejected')])
    await expect(embedder.embed(TEXTS)).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
    expect(workers).toHaveLength(1)
  })
})
