/** One job with its latest events and its watchers. */
import type { Job, JobEvent, JobRequest } from './job.ts'

export interface NewJob {
  readonly id: string
  readonly files: readonly string[]
  readonly request: JobRequest
  readonly onEnd: () => void
}

export interface JobEntry {
  job: Job
  readonly request: JobRequest
  readonly onEnd: () => void
  events: JobEvent[]
  eventCount: number
  readonly listeners: Set<() => void>
  readonly stop: AbortController
}

// Events per job, one for each paper of some 300 bytes. Chosen, not measured.
const KEPT_EVENTS = 1_000

export function newEntry({ id, files, request, onEnd }: NewJob): JobEntry {
  const job = newJob(id, request.corpus, files)
  const stop = new AbortController()
  return { job, request, onEnd, events: [], eventCount: 0, listeners: new Set(), stop }
}

export function emit(entry: JobEntry, type: JobEvent['type'], data: unknown): void {
  entry.events.push({ number: ++entry.eventCount, type, data })
  // Cut only at twice that number, so that not every event moves all others.
  if (entry.events.length > 2 * KEPT_EVENTS) entry.events = entry.events.slice(-KEPT_EVENTS)
  for (const listener of entry.listeners) listener()
}

export function change(entry: JobEntry, parts: Partial<Job>): void {
  entry.job = { ...entry.job, ...parts }
  emit(entry, 'job-changed', entry.job)
}

export function now(): string {
  return new Date().toISOString()
}

function newJob(id: string, corpus: string, files: readonly string[]): Job {
  return {
    id,
    corpus,
    state: 'waiting',
    waitsFor: null,
    files,
    created: now(),
    started: null,
    ended: null,
    papers: 0,
    result: null,
    problem: null,
  }
}
