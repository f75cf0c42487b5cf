/** Settings of queues: how much the service does at once, and how much may wait. */
import { z } from 'zod'
import { usualCount } from './setting-fields.ts'

/** Limits for one machine with a few users. Chosen, not measured. A request over a limit is answered 503 with `Retry-After`. */
export const QUEUE_SETTINGS = {
  jobs: usualCount(2, 1, 64).describe('Maximum upload jobs running at once, over all corpora.'),
  waitingJobs: usualCount(50, 0, 10_000).describe('Maximum upload jobs waiting, over all corpora.'),
  uploads: usualCount(8, 1, 1_000).describe('Maximum uploads being received at once.'),
  waitingPictures: usualCount(64, 0, 10_000).describe(
    'Maximum page images waiting; they are drawn one at a time.',
  ),
  executions: usualCount(4, 1, 64).describe('Maximum programs in the sandbox at once.'),
  waitingExecutions: usualCount(16, 0, 10_000).describe(
    'Maximum POST /execute requests waiting; their time limit runs from arrival.',
  ),
  runs: usualCount(8, 1, 1_000).describe('Maximum concurrent solver runs started over HTTP.'),
  chats: usualCount(64, 1, 10_000).describe(
    'Maximum concurrent questions to models: requests to /v1 and POST /ask, and calls of the MCP tool ask.',
  ),
  eventStreams: usualCount(256, 1, 100_000).describe(
    'Maximum clients watching jobs and runs at once through server-sent events.',
  ),
  openCorpora: usualCount(32, 1, 10_000).describe(
    'Maximum corpora open at once; the least recently used is closed to open another.',
  ),
  maxCorpora: usualCount(1_000, 1, 1_000_000).describe(
    'Maximum corpora in the workspace; clients of the service cannot create more.',
  ),
  clientShare: z.coerce
    .number()
    .gt(0)
    .max(1)
    .default(0.5)
    .describe('Maximum share of each of these limits for one client address, if a key is set.'),
  failedKeysPerMinute: usualCount(20, 1, 1_000_000).describe(
    'Maximum wrong keys per minute from one address; more are answered 429 until the minute ends. Right keys are still accepted.',
  ),
  bodyTimeoutMs: usualCount(300_000, 1_000, 86_400_000).describe(
    'Time limit for receiving a whole request, milliseconds.',
  ),
}
