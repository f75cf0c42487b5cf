/** Asks a catalogue over HTTP: a time limit, a size limit, and no more requests a second than it allows everybody. */
import { type Clock, sleep, systemClock } from '../../core/index.ts'
import type { CatalogueFetch } from '../lookup/look-up.ts'

export interface CatalogueFetchOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** From the start of one request to the start of the next. */
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

/** Redirects are refused: the addresses are settings, and an answer may not lead elsewhere. */
export function openCatalogueFetch(options: Partial<CatalogueFetchOptions> = {}): CatalogueFetch {
  const { timeoutMs, maxBytes, gapMs, clock } = { ...DEFAULTS, ...options }
  let freeAtMs = clock.nowMs()
  return async (url, signal) => {
    const waitMs = freeAtMs - clock.nowMs()
    freeAtMs = Math.max(freeAtMs, clock.nowMs()) + gapMs
    if (waitMs > 0) await sleep(clock, waitMs, signal)
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', 'user-agent': 'gloss' },
        redirect: 'error',
        signal: AbortSignal.any([signal, deadline]),
      })
      return { status: response.status, text: await textOf(response, maxBytes) }
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw new Error(`no answer within ${timeoutMs / 1_000} s`, { cause: error })
      throw error
    }
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`its answer is larger than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
