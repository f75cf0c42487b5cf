/**
 * Real traffic with a model server as files, and files as traffic again, so that tests run against what servers sent. One JSON file an
 * answer, named by the hash of path and body and by how often the same was asked before. No header of a request is kept, of the
 * answer only what an answer is read by, and a key that a server repeats is blotted out.
 */
import { isUtf8 } from 'node:buffer'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Clock, GlossError, sleep, systemClock, tupleId } from '../../core/index.ts'

import { type Post, type PostInit, postHttp } from '../../models/adapters/http-post.ts'

const Recording = z.strictObject({
  path: z.string(),
  /** The body that was sent. */
  request: z.unknown(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** Bytes as they came: milliseconds since the request, and text, or base64 where the piece ends inside a character. */
  chunks: z.array(
    z.union([
      z.strictObject({ atMs: z.number(), text: z.string() }),
      z.strictObject({ atMs: z.number(), base64: z.string() }),
    ]),
  ),
  /** `left`: the asker closed the connection. `broken`: the network did. */
  ending: z.enum(['whole', 'left', 'broken']),
})
type Recording = z.infer<typeof Recording>
type Chunk = Recording['chunks'][number]

const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms']
const BLOT = '(key removed)'

/** Passes everything on to `post`, and writes each answer to `folder` when it is over, before its last read returns. */
export function recordingPost(folder: string, post: Post = postHttp, clock: Clock = systemClock): Post {
  const name = createNames()
  return async (url, init) => {
    const file = join(folder, name(url, init))
    const startedMs = clock.nowMs()
    const answer = await post(url, init)
    const pieces: Piece[] = []
    const save = async (ending: Recording['ending']) => {
      const headers = [...answer.headers].filter(([header]) => KEPT_HEADERS.includes(header))
      const recorded: Recording = {
        path: new URL(url).pathname,
        request: JSON.parse(init.body),
        status: answer.status,
        headers: Object.fromEntries(headers),
        chunks: chunksOf(pieces, keyOf(init)),
        ending,
      }
      await mkdir(folder, { recursive: true })
      await writeFile(file, `${blotted(JSON.stringify(recorded, null, 1), keyOf(init))}\n`)
    }
    const add = (bytes: Uint8Array) =>
      void pieces.push({ atMs: Math.round(clock.nowMs() - startedMs), bytes })
    return { ...answer, body: watched(answer.body, { add, save, signal: init.signal }) }
  }
}

export interface ReplayOptions {
  /** Chunks come when they came; by default at once. */
  readonly isTimed?: boolean
  readonly clock?: Clock
}

/**
 * Answers what was asked while `folder` was recorded, in any order; throws `PATH_NOT_FOUND` for anything else. An answer that was left then
 * stays open after its last chunk until it is left again.
 */
export function replayingPost(folder: string, options: ReplayOptions = {}): Post {
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

interface Piece {
  readonly atMs: number
  readonly bytes: Uint8Array
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

interface Watch {
  readonly add: (bytes: Uint8Array) => void
  readonly save: (ending: Recording['ending']) => Promise<void>
  readonly signal: AbortSignal
}

/** A body that tells `watch` of each of its pieces, and how it ended. */
async function* watched(
  body: AsyncIterable<Uint8Array>,
  { add, save, signal }: Watch,
): AsyncIterable<Uint8Array> {
  let ending: Recording['ending'] = 'left'
  try {
    for await (const bytes of body) {
      add(bytes)
      yield bytes
    }
    ending = 'whole'
  } catch (error) {
    if (!signal.aborted) ending = 'broken'
    throw error
  } finally {
    await save(ending)
  }
}

/** Hash of what was asked, without the host and whatever the order of its fields, and how often it was asked before. */
function createNames(): (url: string, init: PostInit) => string {
  const counts = new Map<string, number>()
  return (url, { body }) => {
    const id = tupleId([new URL(url).pathname, JSON.stringify(sorted(JSON.parse(body)))])
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

function keyOf({ headers }: PostInit): string {
  return headers['authorization']?.replace(/^Bearer /, '') ?? ''
}

function blotted(text: string, key: string): string {
  return key === '' ? text : text.replaceAll(key, BLOT)
}

function chunksOf(pieces: readonly Piece[], key: string): Chunk[] {
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes))
  // The key may lie over the end of a piece, so where there is one, the cuts are given up.
  if (key !== '' && whole.includes(key))
    return [{ atMs: pieces.at(-1)?.atMs ?? 0, text: blotted(whole.toString(), key) }]
  return pieces.map(({ atMs, bytes }) => {
    const buffer = Buffer.from(bytes)
    return isUtf8(buffer) ? { atMs, text: buffer.toString() } : { atMs, base64: buffer.toString('base64') }
  })
}
