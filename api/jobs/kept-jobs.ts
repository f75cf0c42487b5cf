/**
 * Jobs that outlive the server. An accepted job (202) is stored until it has ended: if the server stops or is killed, the next one
 * continues it under the same id. Finished papers are not read again.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { GATE_POLICIES } from '../../app/ingest/index.ts'
import { replacePrivateJson } from '../../core/index.ts'
import type { Jobs } from './job.ts'
import type { JobQueue } from './job-queue.ts'

// Limits the starts of a job that crashes the server each time. Chosen, not measured.
const MAX_STARTS = 3
const ENDING = '.json'

const KeptJob = z.strictObject({
  files: z.array(z.string()),
  request: z.strictObject({
    paths: z.array(z.string()),
    corpus: z.string(),
    topic: z.string().optional(),
    policy: z.enum(GATE_POLICIES).optional(),
    lookup: z.boolean().optional(),
    uploads: z.array(z.tuple([z.string(), z.string()])),
  }),
  /** Number of servers that started the job. */
  starts: z.int(),
})
type KeptJob = z.infer<typeof KeptJob>

export interface KeptJobsOptions {
  readonly folder: string
  /** Returns the folder of a corpus's files; the workspace may have moved since. */
  readonly filesPath: (corpus: string) => string
  /** Aborted when the server stops: a job that ends then is not finished. */
  readonly signal: AbortSignal
  /** Called with a job that cannot be continued. */
  readonly onFault: (error: unknown, job: string) => void
  /** Takes a place in the queue for a job that is continued; returns a function that frees it. */
  readonly takePlace: () => () => void
}

export function keepJobs(
  queue: JobQueue,
  { folder, filesPath, signal, onFault, takePlace }: KeptJobsOptions,
): Jobs {
  const fileOf = (id: string) => join(folder, `${id}${ENDING}`)

  /** Removes the stored job. A job that cannot be removed has still ended. */
  function forget(id: string): void {
    try {
      rmSync(fileOf(id), { force: true })
    } catch (error) {
      onFault(error, id)
    }
  }

  function keep(id: string, kept: KeptJob): void {
    replacePrivateJson(fileOf(id), { ...kept, starts: kept.starts + 1 })
    const look = async () => {
      if ((await queue.get(id)).ended === null) return
      stop()
      if (!signal.aborted) forget(id)
    }
    const stop = queue.watch(id, () => void look())
  }

  async function goOn(id: string): Promise<void> {
    const onEnd = takePlace()
    try {
      const kept = KeptJob.parse(JSON.parse(readFileSync(fileOf(id), 'utf8')))
      if (kept.starts >= MAX_STARTS)
        throw new Error(`The job was started ${kept.starts} times and never finished.`)
      const now = (path: string) => join(filesPath(kept.request.corpus), basename(path))
      const uploads = new Map(kept.request.uploads.map(([name, path]) => [name, now(path)]))
      const request = { ...kept.request, paths: kept.request.paths.map(now), uploads }
      await queue.start(kept.files, request, { id, prepare: async () => keep(id, kept), onEnd })
    } catch (error) {
      onEnd()
      // Jobs that a stopping server did not start are left to the next one.
      if (signal.aborted) return
      forget(id)
      onFault(error, id)
    }
  }

  return {
    ...queue,
    async start(files, request, { prepare, onEnd }) {
      const id = randomUUID()
      const { paths, corpus, topic, policy, lookup, uploads = new Map() } = request
      const asked = { paths: [...paths], corpus, topic, policy, lookup, uploads: [...uploads] }
      const prepareAndKeep = async () => {
        await prepare()
        keep(id, { files: [...files], request: asked, starts: 0 })
      }
      try {
        return await queue.start(files, request, { id, prepare: prepareAndKeep, onEnd })
      } catch (error) {
        forget(id)
        throw error
      }
    },
    async resume() {
      if (!existsSync(folder)) return
      const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
      for (const name of names) await goOn(name.slice(0, -ENDING.length))
    },
  }
}
