/**
 * Jobs that outlive the server. What was accepted with 202 is written down until it has ended: when the server stops or is killed, the next
 * one goes on with it under the same id. Papers that were finished are not read again.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { POLICY_NAMES } from '../../app/index.ts'
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../../core/index.ts'
import type { JobQueue } from './job-queue.ts'

// A job that ends the server each time must not do so for ever. Chosen, not measured.
const MOST_STARTS = 3
const ENDING = '.json'

const KeptJob = z.strictObject({
  files: z.array(z.string()),
  request: z.strictObject({
    paths: z.array(z.string()),
    corpus: z.string(),
    topic: z.string().optional(),
    policy: z.enum(POLICY_NAMES).optional(),
    lookup: z.boolean().optional(),
    uploads: z.array(z.tuple([z.string(), z.string()])),
  }),
  /** How many servers began it. */
  starts: z.int(),
})
type KeptJob = z.infer<typeof KeptJob>

export interface KeptJobs extends JobQueue {
  /** Starts what an earlier server had accepted and did not end. */
  resume(): void
}

export interface KeptJobsOptions {
  readonly folder: string
  /** Aborted where the server stops: then what ends has not come to its end. */
  readonly signal: AbortSignal
  /** Told of a job that cannot be gone on with. */
  readonly onFault: (error: unknown, job: string) => void
}

export function keepJobs(queue: JobQueue, { folder, signal, onFault }: KeptJobsOptions): KeptJobs {
  const fileOf = (id: string) => join(folder, `${id}${ENDING}`)

  function begin(id: string, kept: KeptJob) {
    const { files, request } = kept
    makePrivateFolder(folder)
    writeWhole(fileOf(id), JSON.stringify({ ...kept, starts: kept.starts + 1 }))
    const job = queue.start(files, { ...request, uploads: new Map(request.uploads) }, id)
    const stop = queue.watch(id, () => {
      if (queue.get(id).ended === null) return
      stop()
      if (!signal.aborted) rmSync(fileOf(id), { force: true })
    })
    return job
  }

  function goOn(id: string): void {
    try {
      const kept = KeptJob.parse(JSON.parse(readFileSync(fileOf(id), 'utf8')))
      if (kept.starts >= MOST_STARTS)
        throw new Error(`The job was begun ${kept.starts} times and never ended.`)
      begin(id, kept)
    } catch (error) {
      rmSync(fileOf(id), { force: true })
      onFault(error, id)
    }
  }

  return {
    ...queue,
    start(files, { paths, corpus, topic, policy, lookup, uploads = new Map() }) {
      const id = randomUUID()
      const request = { paths: [...paths], corpus, topic, policy, lookup, uploads: [...uploads] }
      try {
        return begin(id, { files: [...files], request, starts: 0 })
      } catch (error) {
        rmSync(fileOf(id), { force: true })
        throw error
      }
    },
    resume() {
      if (!existsSync(folder)) return
      const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
      for (const name of names) goOn(name.slice(0, -ENDING.length))
    },
  }
}

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.writing`, content, { mode: PRIVATE_FILE_MODE })
  renameSync(`${path}.writing`, path)
}
