/** Settings of everything that queues: how much the service takes on at once, and how much may wait. */
import { z } from 'zod'

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Defaults are chosen, not measured, for one machine with a few users. What is over a limit is answered 503 with `Retry-After`. */
export const QUEUE_SETTINGS = {
  jobs: count(1, 64).default(2).describe('Maximum upload jobs at work at once, over all corpora.'),
  waitingJobs: count(0, 10_000).default(50).describe('Maximum upload jobs waiting, over all corpora.'),
  uploads: count(1, 1_000).default(8).describe('Maximum uploads being received at once.'),
  waitingPictures: count(0, 10_000)
    .default(64)
    .describe('Maximum page images waiting; they are drawn one at a time.'),
  executions: count(1, 64).default(4).describe('Maximum programs in the sandbox at once.'),
  waitingExecutions: count(0, 10_000)
    .default(16)
    .describe('Maximum requests of POST /execute waiting; their time limit counts from their arrival.'),
  runs: count(1, 1_000).default(8).describe('Maximum solver runs under way at once over HTTP.'),
  chats: count(1, 10_000)
    .default(64)
    .describe(
      'Maximum questions to models under way at once: requests of /v1 and POST /ask, calls of the MCP tool ask.',
    ),
  eventStreams: count(1, 100_000)
    .default(256)
    .describe('Maximum clients watching jobs and runs at once through server-sent events.'),
  openCorpora: count(1, 10_000)
    .default(32)
    .describe('Maximum corpora open at once; the one unused for longest is closed for another.'),
  maxCorpora: count(1, 1_000_000)
    .default(1_000)
    .describe('Maximum corpora of the workspace, past which clients of the service can make no other one.'),
  clientShare: z.coerce
    .number()
    .gt(0)
    .max(1)
    .default(0.5)
    .describe('Largest share of each of these limits for one client address, where a key is set.'),
  failedKeysPerMinute: count(1, 1_000_000)
    .default(20)
    .describe(
      'Wrong keys per minute from one address, after which further wrong ones are answered 429 until the minute is over; right ones are taken.',
    ),
  bodyTimeoutMs: count(1_000, 86_400_000)
    .default(300_000)
    .describe('Time limit for receiving a whole request, milliseconds.'),
}

export const QUEUE_ENV_NAMES = {
  jobs: 'GLOSS_JOBS',
  waitingJobs: 'GLOSS_WAITING_JOBS',
  uploads: 'GLOSS_UPLOADS',
  waitingPictures: 'GLOSS_WAITING_PICTURES',
  executions: 'GLOSS_EXECUTIONS',
  waitingExecutions: 'GLOSS_WAITING_EXECUTIONS',
  runs: 'GLOSS_RUNS',
  chats: 'GLOSS_CHATS',
  eventStreams: 'GLOSS_EVENT_STREAMS',
  openCorpora: 'GLOSS_OPEN_CORPORA',
  maxCorpora: 'GLOSS_MAX_CORPORA',
  clientShare: 'GLOSS_CLIENT_SHARE',
  failedKeysPerMinute: 'GLOSS_FAILED_KEYS_PER_MINUTE',
  bodyTimeoutMs: 'GLOSS_BODY_TIMEOUT_MS',
} as const
