/** Sends short requests to a model server outside its chat API. Servers that do not know a path return 404, an HTML page, or nothing. */
import { askServer, parsedJson, textOfBody } from '../../core/index.ts'
import type { ServerInquiry } from '../continuation/ports.ts'
import { connectionFailure } from './openai-failures.ts'

export interface InquiryOptions {
  /** Base URL of the chat; requests go to its root. */
  readonly url: string
  readonly key?: string | undefined
  readonly timeoutMs?: number
}

// A running server answers such requests immediately. Chosen, not measured.
const TIMEOUT_MS = 2_000
// Enough for the list of a service with some hundred models; several requests run at once. Chosen, not measured.
const MAX_BYTES = 8_000_000

export function openServerInquiry({ url, key, timeoutMs = TIMEOUT_MS }: InquiryOptions): ServerInquiry {
  return {
    async ask(path, body, signal) {
      signal.throwIfAborted()
      const sent = body === null ? null : JSON.stringify(body)
      try {
        const answer = await askServer(new URL(path, url).href, {
          method: sent === null ? 'GET' : 'POST',
          headers: headersFor(sent, key),
          body: sent,
          signal,
          limits: { maxBytes: MAX_BYTES, totalMs: timeoutMs },
        })
        const text = await textOfBody(answer.body)
        return answer.status === 200 ? (parsedJson(text) ?? text) : null
      } catch (error) {
        signal.throwIfAborted()
        if (connectionFailure(error) !== null) return null
        throw error
      }
    },
  }
}

function headersFor(body: string | null, key: string | undefined): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
}
