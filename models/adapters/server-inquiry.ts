/** Short questions to a model server outside its chat. Servers that do not know them answer 404, an HTML page, or nothing. */
import { askServer, parsedJson, textOfBody } from '../../core/index.ts'
import type { ServerInquiry } from '../continuation/ports.ts'
import { connectionFailure } from './openai-failures.ts'

export interface InquiryOptions {
  /** The base address of the chat; only its root is asked. */
  readonly url: string
  readonly key?: string | undefined
  readonly timeoutMs?: number
}

// A server that is up answers at once what costs it nothing. Chosen, not measured.
const TIMEOUT_MS = 2_000
// Of the list of models of a service that has some hundreds; several are asked at once. Chosen, not measured.
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
