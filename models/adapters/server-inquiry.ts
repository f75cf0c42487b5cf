/** Short questions to a model server outside its chat. Servers that do not know them answer 404, an HTML page, or nothing. */
import { parseJson } from '../chat/wire-values.ts'
import type { ServerInquiry } from '../continuation/ports.ts'
import { exchangeHttp } from './http-exchange.ts'
import { connectionFailure, textOfBody } from './openai-failures.ts'

export interface InquiryOptions {
  /** The base address of the chat; only its root is asked. */
  readonly url: string
  readonly key?: string | undefined
  readonly timeoutMs?: number
}

// A server that is up answers at once what costs it nothing. Chosen, not measured.
const TIMEOUT_MS = 2_000

export function openServerInquiry({ url, key, timeoutMs = TIMEOUT_MS }: InquiryOptions): ServerInquiry {
  return {
    async ask(path, body, signal) {
      signal.throwIfAborted()
      const sent = body === null ? null : JSON.stringify(body)
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await exchangeHttp(new URL(path, url).href, {
          method: sent === null ? 'GET' : 'POST',
          headers: headersFor(sent, key),
          body: sent,
          signal: AbortSignal.any([signal, late]),
        })
        const text = await textOfBody(answer)
        return answer.statusCode === 200 ? (parseJson(text) ?? text) : null
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted || connectionFailure(error) !== null) return null
        throw error
      }
    },
  }
}

function headersFor(body: string | null, key: string | undefined): Readonly<Record<string, string | number>> {
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  return {
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...length,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
}
