/**
 * Answers, piece by piece, from any server that speaks the OpenAI `/chat/completions` protocol. It asks once; waiting for others and asking
 * again are wrappers of models/chat.
 */
import { type Clock, systemClock } from '../../core/index.ts'
import {
  createDeadlines,
  DEFAULT_DEADLINES,
  type DeadlineSettings,
  type Deadlines,
} from '../chat/deadlines.ts'
import { requestBody } from '../chat/wire-request.ts'
import type { ChatRequest, StreamingChat } from '../ports.ts'
import { createAnswerReader } from './openai-answer.ts'
import { dialectFields, FIRST_DIALECT, learntDialect } from './openai-dialect.ts'
import { asFailure, refusalOf } from './openai-failures.ts'

/** As the global `fetch`; it must obey `signal` while the body is read, too. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>

export interface FetchInit {
  readonly method: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface OpenAiStreamOptions {
  /** The address that `/chat/completions` is added to, such as `http://127.0.0.1:8099/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  /** The global `fetch` gives up by itself after 300 s without headers or between two pieces. */
  readonly deadlines?: Partial<DeadlineSettings>
  readonly clock?: Clock
  readonly fetch?: Fetch
}

/** Sends nothing before the first question. */
export function openOpenAiStream(options: OpenAiStreamOptions): StreamingChat {
  const { model, key, clock = systemClock, fetch = globalThis.fetch } = options
  const server = options.url.replace(/\/+$/, '')
  const url = `${server}/chat/completions`
  const deadlineSettings = { ...DEFAULT_DEADLINES, ...options.deadlines }
  let dialect = FIRST_DIALECT

  /** Asks again in the other spelling where a refusal tells of one; each spelling is learnt once. */
  async function open(request: ChatRequest, signal: AbortSignal, used = dialect): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(requestBody(model, request, dialectFields(request, used))),
      signal,
    })
    if (response.ok) return response
    const refusal = await refusalOf(response, clock)
    const learnt = refusal.code === 'MODEL_REFUSED' ? learntDialect(refusal.message, request, used) : null
    if (learnt === null) throw refusal
    dialect = learnt
    return open(request, signal, learnt)
  }

  return {
    id: model,
    server,
    async *stream(request, signal) {
      signal.throwIfAborted()
      const run = new AbortController()
      const stop = () => run.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      const deadlines: Deadlines = createDeadlines(deadlineSettings, clock, (failure) => run.abort(failure))
      const reading = { request, deadlines, clock, signal: run.signal }
      const answer = createAnswerReader(() => open(request, run.signal), reading)
      try {
        yield* answer.events()
      } catch (cause) {
        signal.throwIfAborted()
        throw asFailure(run.signal.aborted ? run.signal.reason : cause, {
          url,
          model,
          partial: answer.partial(),
        })
      } finally {
        deadlines.stop()
        signal.removeEventListener('abort', stop)
        // Closes the connection where the answer was not read to its end.
        run.abort()
      }
    },
  }
}
