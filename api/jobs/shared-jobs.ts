/**
 * Jobs that several servers share: any of them accepts a job, the process that claims it reads it, and all of them report it. This server
 * reads as many at once as it may, one per corpus.
 */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Gloss } from '../../app/wiring/index.ts'
import { readUpload } from '../../app/work/index.ts'
import { GlossError } from '../../core/index.ts'
import { withoutFolders } from '../http/client-paths.ts'
import { isForOperator, problemOf } from '../http/problem.ts'
import type { Job, JobEvent, Jobs } from './job.ts'
import { createJobLine } from './job-line.ts'
import type { JobQueueOptions } from './job-queue.ts'

type UploadJobs = NonNullable<Gloss['workspace']['uploadJobs']>
type ClaimedUpload = NonNullable<Awaited<ReturnType<UploadJobs['claim']>>>
type Listener = (isEnded: boolean) => void

/** Delay before events at another server are seen here. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000
/** Each upload uses two of the process's eight connections: one holds its claim, one writes. More would leave none to questions. */
const MAX_CONCURRENT_JOBS = 2

export function createSharedJobs(gloss: Gloss, uploads: UploadJobs, options: JobQueueOptions): Jobs {
  const watched = createWatched(uploads)
  const { claim, settled } = createReader(gloss, uploads, { ...options, onFree: () => look() })
  let [isDue, isFaulty] = [false, false]
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Looks for changes. A fault is reported once, until a look succeeds. */
  function look(): void {
    if (isDue || timer === undefined) return
    isDue = true
    last = last.then(async () => {
      isDue = false
      try {
        await watched.look()
        await claim()
        isFaulty = false
      } catch (error) {
        if (!isFaulty) options.onFault(error, 'all')
        isFaulty = true
      }
    })
  }

  async function get(id: string): Promise<Job> {
    const job = await uploads.get(id)
    if (job === null) throw new GlossError('JOB_NOT_FOUND', `There is no job ${id}.`, { job: id })
    return jobOf(job)
  }

  return {
    async start(names, { paths, corpus, topic, policy, lookup }, { contents, onEnd }) {
      const files = names.map((name, at) => ({ name, file: basename(paths[at]!), content: contents[at]! }))
      const job = await uploads.add({ id: randomUUID(), corpus, request: { topic, policy, lookup }, files })
      const stop = watched.add(job.id, (isEnded) => {
        if (!isEnded) return
        stop()
        onEnd()
      })
      look()
      return jobOf(job)
    },
    list: async () => (await uploads.list()).map(jobOf),
    get,
    async cancel(id) {
      await uploads.cancel(id)
      return await get(id)
    },
    eventsAfter: async (id, number) => (await uploads.eventsAfter(id, number)).map(eventOf),
    watch: watched.add,
    isBusy: uploads.isBusy,
    async resume() {
      timer = setInterval(look, LOOK_EVERY_MS)
      look()
    },
    async settled() {
      clearInterval(timer)
      timer = undefined
      await last
      await settled()
    },
  }
}

function jobOf({ failure, ...job }: NonNullable<Awaited<ReturnType<UploadJobs['get']>>>): Job {
  const problem =
    failure === null ? null : problemOf(new GlossError(failure.code, failure.message, failure.facts), job.id)
  return { ...job, waitsFor: null, result: job.result as Job['result'], problem }
}

function eventOf({ number, type, data }: Awaited<ReturnType<UploadJobs['eventsAfter']>>[number]): JobEvent {
  const paper = data as Parameters<typeof withoutFolders>[0]
  return { number, type, data: type === 'job-changed' ? jobOf(data) : withoutFolders(paper) }
}

/** Calls listeners when their job has progressed or was removed. */
function createWatched(uploads: UploadJobs) {
  const all = new Set<{ readonly id: string; readonly listener: Listener; seen: number }>()
  return {
    add(id: string, listener: Listener): () => void {
      const one = { id, listener, seen: 0 }
      all.add(one)
      return () => all.delete(one)
    },
    async look(): Promise<void> {
      if (all.size === 0) return
      const found = await uploads.progress([...all].map(({ id }) => id))
      const byId = new Map(found.map((job) => [job.id, job]))
      for (const one of all) {
        const { events, isEnded } = byId.get(one.id) ?? { events: Infinity, isEnded: true }
        if (events <= one.seen) continue
        one.seen = events
        one.listener(isEnded)
      }
    },
  }
}

/** Reads unclaimed uploads; `onFree` is called when another one may be claimed. */
function createReader(
  gloss: Gloss,
  uploads: UploadJobs,
  { signal, onFault, onFree }: JobQueueOptions & { readonly onFree: () => void },
) {
  const { jobs, workers: maxChildren } = gloss.config
  const maxAtOnce = Math.min(jobs, MAX_CONCURRENT_JOBS)
  const corpora = new Set<string>()
  const line = createJobLine<ClaimedUpload>({
    maxAtOnce,
    maxChildren,
    corpusOf: ({ job }) => job.corpus,
    async run(claimed, workers) {
      const { id, corpus } = claimed.job
      try {
        const failure = await readUpload(gloss, claimed, { workers, signal })
        if (failure !== null && isForOperator(failure.code)) onFault(failure, id)
      } catch (error) {
        onFault(error, id)
      } finally {
        corpora.delete(corpus)
        onFree()
      }
    },
  })
  return {
    settled: line.settled,
    async claim(): Promise<void> {
      while (corpora.size < maxAtOnce && !signal.aborted) {
        const claimed = await uploads.claim([...corpora])
        if (claimed === null) return
        corpora.add(claimed.job.corpus)
        line.add(claimed)
      }
    },
  }
}
