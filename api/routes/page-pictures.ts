/**
 * Draws pictures of pages once: they are cached up to a limit, and requests share a drawing in progress. Requests beyond the queue are
 * refused; a page that no client waits for any more is not drawn; a page that could not be drawn is not tried again soon.
 */
import type { FastifyRequest } from 'fastify'
import { type PageBox, pageImage } from '../../app/ingest/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { type GlossError, isGlossError } from '../../core/index.ts'
import { createByteCache } from '../http/byte-cache.ts'
import type { Metrics } from '../http/metrics.ts'
import { createPlaces } from '../http/places.ts'

export interface PagePicture {
  readonly corpus: string
  readonly paper: string
  readonly page: number
  readonly widthPixels: number
  /** Part of the page. Default: all of it. */
  readonly crop?: PageBox | undefined
}

interface Drawing {
  readonly picture: Promise<Buffer>
  readonly stop: AbortController
  clients: number
}

/** Widths in which pages are drawn; a client gets the smallest that is not narrower than requested. Chosen, not measured. */
export const DRAWN_WIDTHS = [160, 320, 480, 640, 900, 1_200, 1_600, 2_000, 2_500, 3_000]
// Some 300 pages of 900 pixels. Chosen, not measured.
const CACHE_BYTES = 64 * 1024 * 1024
// How long a failed page is not tried again, and how many such pages are remembered. Chosen, not measured.
const FAILED_MS = 600_000
const MAX_FAILED = 1_000

export function createPagePictures(gloss: Gloss, metrics: Pick<Metrics, 'watchCache'>, signal: AbortSignal) {
  const { config } = gloss
  const places = createPlaces(config, { what: 'page images', most: 1 + config.waitingPictures })
  const known = createByteCache(CACHE_BYTES)
  metrics.watchCache('page pictures', known)
  const drawing = new Map<string, Drawing>()
  const failures = createFailures()

  async function draw(key: string, page: string, picture: PagePicture, stop: AbortSignal): Promise<Buffer> {
    using hold = gloss.hold()
    try {
      const { buffer, byteOffset, byteLength } = await hold.run(() => pageImage(gloss, picture, stop))
      const bytes = Buffer.from(buffer, byteOffset, byteLength)
      known.set(key, bytes)
      return bytes
    } catch (error) {
      if (isGlossError(error, 'FILE_UNREADABLE')) failures.add(page, error)
      throw error
    }
  }

  function begin(key: string, page: string, picture: PagePicture, request: FastifyRequest): Drawing {
    const leave = places.take(request)
    const stop = new AbortController()
    const drawn = draw(key, page, picture, AbortSignal.any([signal, stop.signal])).finally(() => {
      leave()
      if (drawing.get(key) === begun) drawing.delete(key)
    })
    const begun: Drawing = { picture: drawn, stop, clients: 0 }
    drawing.set(key, begun)
    return begun
  }

  return {
    /**
     * Draws a picture. `left` aborts when the client disconnects; the drawing stops with its last client. Throws the errors of
     * `pageImage`, and `QUEUE_FULL`; rejects with an `AbortError` for a client that has disconnected.
     */
    async png(picture: PagePicture, request: FastifyRequest, left: AbortSignal): Promise<Buffer> {
      const { corpus, paper, page } = picture
      const widthPixels = DRAWN_WIDTHS.find((width) => width >= picture.widthPixels) ?? picture.widthPixels
      const name = `${corpus} ${paper} ${page}`
      const key = `${name} ${widthPixels} ${Object.values(picture.crop ?? {})}`
      const found = known.get(key)
      if (found !== undefined) return found
      const failure = failures.get(name)
      if (failure !== null) throw failure
      const running = drawing.get(key) ?? begin(key, name, { ...picture, widthPixels }, request)
      running.clients++
      const leave = () => {
        if (--running.clients > 0) return
        if (drawing.get(key) === running) drawing.delete(key)
        running.stop.abort()
      }
      left.addEventListener('abort', leave, { once: true })
      if (left.aborted) leave()
      try {
        return await running.picture
      } finally {
        left.removeEventListener('abort', leave)
      }
    },
  }
}

function createFailures() {
  const failures = new Map<string, { readonly error: GlossError; readonly untilMs: number }>()
  return {
    add(page: string, error: GlossError) {
      failures.delete(page)
      failures.set(page, { error, untilMs: performance.now() + FAILED_MS })
      const oldest = failures.keys().next()
      if (failures.size > MAX_FAILED && !oldest.done) failures.delete(oldest.value)
    },
    get(page: string): GlossError | null {
      const known = failures.get(page)
      return known !== undefined && known.untilMs > performance.now() ? known.error : null
    },
  }
}
