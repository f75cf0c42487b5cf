/** Ingests a paper that an agent sends as an upload is: by a job in the queue, which limits it, and waits for its end. */
import { Readable } from 'node:stream'
import type { IngestListener } from '../../app/ingest/index.ts'
import type { IngestReceived } from '../../app/papers/index.ts'
import { GlossError } from '../../core/index.ts'
import type { Job, Jobs } from './job.ts'

/** Returns the function. The caller already has a place in the queue. A client that disconnects cancels its job. */
export function createJobIngest(jobs: Jobs): IngestReceived {
  return async ({ name, bytes, request, keep }, onEvent, signal) => {
    const contents = [() => Readable.from([bytes])]
    const { id } = await jobs.start([name], request, { prepare: keep, contents, onEnd: () => undefined })
    const { problem, result } = await endOf(jobs, id, onEvent, signal)
    if (problem !== null) throw new GlossError(problem.code, problem.detail)
    if (result === null) throw new GlossError('STOPPING', 'The job was cancelled before it began.')
    return result
  }
}

async function endOf(jobs: Jobs, id: string, onEvent: IngestListener, signal: AbortSignal): Promise<Job> {
  let wake: () => void = () => undefined
  const stop = jobs.watch(id, () => wake())
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    for (let seen = 0, isCancelled = false; ; ) {
      const happened = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (signal.aborted && !isCancelled) {
        isCancelled = true
        await jobs.cancel(id)
      }
      const job = await jobs.get(id)
      for (const { number, type, data } of await jobs.eventsAfter(id, seen)) {
        seen = number
        if (type === 'paper-ended') onEvent(data as Parameters<IngestListener>[0])
      }
      if (job.ended !== null) return job
      await happened
    }
  } finally {
    stop()
    signal.removeEventListener('abort', onAbort)
  }
}
