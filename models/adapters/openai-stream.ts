/**
 * Streams answers from any server that supports the OpenAI `/chat/completions` protocol. It sends each request once; limits and retries
 * are wrappers in models/chat.
 */
import {
  askServer,
  type Clock,
  type GlossError,
  type ServerAnswer,
  type ServerQuestion,
  systemClock,
} from '../../core/index.ts'
import {
  createDeadlines,
  DEFAULT_DEADLINES,
  type DeadlineSettings,
  type Deadlines,
} from '../chat/deadlines.ts'
import { requestBody } from '../chat/wire-request.ts'
import type { ChatRequest, StreamingChat } from '../ports.ts'
import { createCompletionReader } from './openai-answer.ts'
import { dialectFields, FIRST_DIALECT, inDialect, learntDialect } from './openai-dialect.ts'
import { asFailure, refusalOf } from './openai-failures.ts'

export interface OpenAiStreamOptions {
  /** Base URL without `/chat/completions`, such as `http://127.0.0.1:8099/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly deadlines?: Partial<DeadlineSettings>
  readonly clock?: Clock
  /** Sends a request: over HTTP, or from a recording. */
  readonly ask?: AskServer
}

export type AskServer = (url: string, question: ServerQuestion) => Promise<ServerAnswer>

// The frame of a token has some hundred bytes, or some thousand with log probabilities. Chosen, not measured.
const MAX_STREAM_BYTES = 512_000_000

/** Opens a chat. Nothing is sent before the first question. */
export function openOpenAiStream(options: OpenAiStreamOptions): StreamingChat {
  const { model, key, clock = systemClock, ask = askServer } = options
  const server = options.url.replace(/\/+$/, '')
  const url = `${server}/chat/completions`
  const rawUrl = `${server}/completions`
  const deadlineSettings = { ...DEFAULT_DEADLINES, ...options.deadlines }
  let dialect = FIRST_DIALECT

  /** Sends the request, and sends it again in another dialect if a refusal asks for one; each is learnt once. */
  async function open(request: ChatRequest, signal: AbortSignal, used = dialect): Promise<ServerAnswer> {
    const answer = await ask(request.prompt === undefined ? url : rawUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(requestBody(model, inDialect(request, used), dialectFields(request, used))),
      signal,
      limits: { maxBytes: MAX_STREAM_BYTES },
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    const refusal = await refusalOf(answer, clock)
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
      let passed: GlossError | null = null
      const stop = () => run.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      const deadlines: Deadlines = createDeadlines(deadlineSettings, clock, (failure) => {
        passed = failure
        run.abort(failure)
      })
      const reading = { request, deadlines, clock, signal: run.signal, close: () => run.abort() }
      const answer = createCompletionReader(() => open(request, run.signal), reading)
      try {
        yield* answer.events()
      } catch (cause) {
        signal.throwIfAborted()
        throw asFailure(passed ?? cause, { url, model, key, partial: answer.partial() })
      } finally {
        deadlines.stop()
        signal.removeEventListener('abort', stop)
        // Closes the connection if the answer was not read to its end.
        run.abort()
      }
    },
  }
}
