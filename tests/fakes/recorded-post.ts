/**
 * Replays recorded traffic of a model server, so that tests run against what real servers sent. One JSON file for each answer, named
 * by the hash of path and body and by how many equal requests came before. Request headers and keys are not recorded.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Clock, GlossError, type ServerQuestion, sleep, systemClock, tupleId } from '../../core/index.ts'
import type { AskServer } from '../../models/adapters/openai-stream.ts'

const Recording = z.strictObject({
  path: z.string(),
  /** The body that was sent. */
  request: z.unknown(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** Bytes as received: milliseconds since the request, and text, or base64 if the piece ends inside a character. */
  chunks: z.array(
    z.union([
      z.strictObject({ atMs: z.number(), text: z.string() }),
      z.strictObject({ atMs: z.number(), base64: z.string() }),
    ]),
  ),
  /** `left`: the client closed the connection. `broken`: the network did. */
  ending: z.enum(['whole', 'left', 'broken']),
})
type Recording = z.infer<typeof Recording>

export interface ReplayOptions {
  /** Whether chunks arrive at their recorded times; by default all arrive at once. */
  readonly isTimed?: boolean
  readonly clock?: Clock
}

/**
 * Answers the requests recorded in `folder`, in any order; throws `PATH_NOT_FOUND` for any other. An answer whose client disconnected
 * stays open after its last chunk until the client disconnects again.
 */
export function replayingPost(folder: string, options: ReplayOptions = {}): AskServer {
  const { isTimed = false, clock = systemClock } = options
  const name = createNames()
  return async (url, init) => {
    init.signal.throwIfAborted()
    const file = join(folder, name(url, init))
    const json = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new GlossError(
        'PATH_NOT_FOUND',
        `Nothing was recorded for this request: ${file}`,
        { file },
        cause,
      )
    })
    const recording = Recording.parse(JSON.parse(json))
    return {
      status: recording.status,
      headers: new Headers(recording.headers),
      body: replayed(recording, { clock: isTimed ? clock : null, signal: init.signal }),
    }
  }
}

async function* replayed(
  { chunks, ending }: Recording,
  { clock, signal }: { readonly clock: Clock | null; readonly signal: AbortSignal },
): AsyncIterable<Uint8Array> {
  let atMs = 0
  for (const chunk of chunks) {
    if (clock !== null) await sleep(clock, Math.max(0, chunk.atMs - atMs), signal)
    signal.throwIfAborted()
    atMs = chunk.atMs
    yield 'text' in chunk ? Buffer.from(chunk.text) : Buffer.from(chunk.base64, 'base64')
  }
  if (ending === 'left') await aborted(signal)
  if (ending === 'broken') throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** Returns a function that names a request by its hash, regardless of host and field order, and by how often it was made before. */
function createNames(): (url: string, init: ServerQuestion) => string {
  const counts = new Map<string, number>()
  return (url, { body }) => {
    const id = tupleId([new URL(url).pathname, JSON.stringify(sorted(JSON.parse(String(body))))])
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return `${id}-${count}.json`
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]))
}
