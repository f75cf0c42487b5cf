/** Requests records from a catalogue over HTTP, with a time limit, a size limit and the request rate that it allows the public. */
import { askServer, type Clock, sleep, systemClock, textOfBody } from '../../core/index.ts'
import type { CatalogueFetch } from '../lookup/look-up.ts'

export interface CatalogueFetchOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Minimum time from the start of one request to the start of the next. */
  readonly gapMs: number
  readonly clock: Clock
}

const DEFAULTS: CatalogueFetchOptions = {
  // Crossref answers a search within some seconds, and allows the public five requests a second.
  // https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
  timeoutMs: 10_000,
  maxBytes: 4 * 1024 * 1024,
  gapMs: 250,
  clock: systemClock,
}

export function openCatalogueFetch(options: Partial<CatalogueFetchOptions> = {}): CatalogueFetch {
  const { timeoutMs, maxBytes, gapMs, clock } = { ...DEFAULTS, ...options }
  let freeAtMs = clock.nowMs()
  return async (url, signal) => {
    const waitMs = freeAtMs - clock.nowMs()
    freeAtMs = Math.max(freeAtMs, clock.nowMs()) + gapMs
    if (waitMs > 0) await sleep(clock, waitMs, signal)
    const { status, body } = await askServer(url.href, {
      headers: { accept: 'application/json', 'user-agent': 'gloss' },
      signal,
      limits: { maxBytes, totalMs: timeoutMs },
    })
    return { status, text: await textOfBody(body) }
  }
}
