/** Reads the body of an answer in pieces, unpacked and counted, so that no more than the limit is ever held. */
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'

/** Measures the time of one answer. */
export interface AnswerWatch {
  /** Called when the reader waits for a piece; `receive` is called when one has arrived. */
  wait(): void
  receive(): void
  stop(): void
}

/** Thrown if an answer is longer than its reader accepts. */
export class AnswerTooLongError extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`its answer is larger than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

// Bytes a reader may be behind before the server is made to wait. Chosen, not measured.
const MAX_QUEUED_BYTES = 1_000_000

interface Reading {
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly watch?: AnswerWatch
  readonly staysPacked?: boolean | undefined
}

/** Yields everything that arrived before throwing the failure that followed it; an abort takes effect at once. */
export function boundedBody(incoming: IncomingMessage, reading: Reading): AsyncIterable<Uint8Array> {
  const { maxBytes, signal, watch, staysPacked } = reading
  const queue: Uint8Array[] = []
  let queuedBytes = 0
  let leftBytes = maxBytes
  let ending: { readonly error: Error | null } | null = null
  let wake: () => void = () => undefined

  function end(error: Error | null): void {
    ending ??= { error }
    watch?.stop()
    wake()
  }
  const source = staysPacked === true ? incoming : unpacked(incoming, end)
  source.on('data', (piece: Buffer) => {
    watch?.receive()
    if (leftBytes < 0) return
    leftBytes -= piece.length
    if (leftBytes < 0) {
      end(new AnswerTooLongError(maxBytes))
      return void incoming.destroy()
    }
    queue.push(piece)
    queuedBytes += piece.length
    if (queuedBytes > MAX_QUEUED_BYTES) source.pause()
    wake()
  })
  source.once('end', () => end(null))
  signal.addEventListener('abort', () => wake(), { once: true })
  incoming.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'ECONNRESET' ? connectionEnded() : error),
  )
  incoming.once('close', () => {
    if (!incoming.complete) end(connectionEnded())
    else if (source === incoming) end(null)
  })

  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      while (queue.length === 0 && ending === null && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        watch?.wait()
        await promise
      }
      signal.throwIfAborted()
      const piece = queue.shift()
      if (piece === undefined) {
        if (ending?.error) throw ending.error
        return { done: true, value: undefined }
      }
      queuedBytes -= piece.length
      if (source.isPaused()) source.resume()
      return { done: false, value: piece }
    },
    async return() {
      if (ending === null) incoming.destroy()
      end(null)
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

const DECODERS: Readonly<Record<string, 'createGunzip' | 'createInflate' | 'createBrotliDecompress'>> = {
  gzip: 'createGunzip',
  'x-gzip': 'createGunzip',
  deflate: 'createInflate',
  br: 'createBrotliDecompress',
}

/** Returns the decoded stream. Bytes are counted after decoding, so that a decompression bomb is stopped. Refuses unknown encodings. */
function unpacked(incoming: IncomingMessage, end: (error: Error | null) => void): Readable {
  const encoding = (incoming.headers['content-encoding'] ?? '').trim().toLowerCase()
  const name = DECODERS[encoding]
  if (name === undefined) {
    if (encoding !== '' && encoding !== 'identity')
      incoming.destroy(new Error(`its encoding ${encoding} is not supported`))
    return incoming
  }
  const decoder = process.getBuiltinModule('node:zlib')[name]()
  return pipeline(incoming, decoder, (error) => {
    if (error) end(error)
  })
}

function connectionEnded(): Error {
  return Object.assign(new Error('the connection closed before the answer was complete'), {
    code: 'ECONNRESET',
  })
}

/** Throws `AnswerTooLongError` past `maxBytes`. */
export async function textOfBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  return new TextDecoder().decode(await bytesOfBody(body, maxBytes))
}

/** Throws `AnswerTooLongError` past `maxBytes`. */
export async function bytesOfBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxBytes) throw new AnswerTooLongError(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
