/** Reads the parameters of a chat request: the few that the loop must know by name, and the others unchanged. */
import type { ChatMessage, ChatRequest } from '../../app/wiring/index.ts'
import { isRecord } from '../../core/index.ts'
import type { JsonObject } from './json-object.ts'

// Parameters that every streamed call sends anyway, or that have no effect on requests that can be helped.
const NOT_HANDED_ON: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'n',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'logprobs',
  'top_logprobs',
  'response_format',
  'modalities',
])

/** Returns the request. Values of an unknown type are left for the model server to refuse. */
export function chatRequest(body: JsonObject, messages: readonly ChatMessage[]): ChatRequest {
  const { temperature, stop, max_tokens: oldLimit, max_completion_tokens: newLimit } = body
  const maxTokens = newLimit ?? oldLimit
  const stops = typeof stop === 'string' ? [stop] : stop
  const named: Record<string, unknown> = {}
  const read = new Set(NOT_HANDED_ON)
  if (typeof temperature === 'number') {
    named['temperature'] = temperature
    read.add('temperature')
  }
  if (typeof maxTokens === 'number') {
    named['maxTokens'] = maxTokens
    read.add('max_tokens').add('max_completion_tokens')
  }
  if (isTexts(stops)) {
    named['stop'] = stops
    read.add('stop')
  }
  const extra = Object.entries(body).filter(([name, value]) => !read.has(name) && value !== null)
  return { messages, ...named, ...(extra.length === 0 ? {} : { extraBody: Object.fromEntries(extra) }) }
}

/** Returns whether a stream should end with a frame of counts. */
export function wantsUsage({ stream_options: options }: JsonObject): boolean {
  return isRecord(options) && options['include_usage'] === true
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
