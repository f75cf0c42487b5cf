/** A paper that an agent sends is read as an upload is: by a job in the line, which bounds it, and whose end is waited for. */
import type { IngestListener } from '../../app/ingest/index.ts'
import type { IngestTaken } from '../../app/papers/index.ts'
import { GlossError } from '../../core/index.ts'
import type { Job } from './job.ts'
import type { JobQueue } from './job-queue.ts'

/** The caller already holds a place in the queue. A client that disconnects cancels its job. */
export function createJobIngest(jobs: JobQueue): IngestTaken {
  return async ({ name, request, keep }, onEvent, signal) => {
    const { id } = await jobs.start([name], request, { prepare: keep, onEnd: () => undefined })
    const { problem, result } = await endOf(jobs, id, onEvent, signal)
    if (problem !== null) throw new GlossError(problem.code, problem.detail)
    if (result === null) throw new GlossError('STOPPING', 'The job was cancelled before it began.')
    return result
  }
}

function endOf(jobs: JobQueue, id: string, onEvent: IngestListener, signal: AbortSignal): Promise<Job> {
  return new Promise((resolve) => {
    const cancel = () => void jobs.cancel(id)
    let seen = 0
    const look = () => {
      for (const { number, type, data } of jobs.eventsAfter(id, seen)) {
        seen = number
        if (type === 'paper-ended') onEvent(data as Parameters<IngestListener>[0])
      }
      const job = jobs.get(id)
      if (job.ended === null) return
      stop()
      signal.removeEventListener('abort', cancel)
      resolve(job)
    }
    const stop = jobs.watch(id, look)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    else look()
  })
}
