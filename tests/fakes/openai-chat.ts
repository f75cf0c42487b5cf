/** A chat model behind any server that speaks the OpenAI `/chat/completions` protocol, with retries. */
import { systemClock } from '../../core/index.ts'
import { type OpenAiStreamOptions, openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import {
  type ChatModel,
  completing,
  createRetries,
  type Ledger,
  type StreamingChat,
  withLedger,
} from '../../models/index.ts'

export interface OpenAiChatOptions extends OpenAiStreamOptions {
  /** Deadline of one attempt. */
  readonly timeoutMs?: number
  readonly maxRetries?: number
  readonly retries?: Parameters<typeof createRetries>[0]
  readonly random?: () => number
  /** Counts every attempt, under the role `retriever`. */
  readonly ledger?: Ledger | undefined
}

/** Returns the chat model; sends nothing before the first question. */
export function openOpenAiChat(options: OpenAiChatOptions): ChatModel & StreamingChat {
  const { timeoutMs, maxRetries, clock = systemClock, random = Math.random } = options
  const deadlines = { ...(timeoutMs === undefined ? {} : { totalMs: timeoutMs }), ...options.deadlines }
  const retries = { ...(maxRetries === undefined ? {} : { maxRetries }), ...options.retries }
  const asked = openOpenAiStream({ ...options, deadlines })
  const counted = options.ledger === undefined ? asked : withLedger(asked, options.ledger, 'retriever', clock)
  return completing(counted, createRetries(retries, clock, random))
}
