/**
 * Converts frames of a chat stream to events: `chat.completion.chunk` objects, whole completions of servers that do not stream, and raw
 * completions. Servers differ in the name of reasoning, the place of usage and the numbers of tool calls; all known forms are read.
 */
import { type GrowingText, grown, isRecord, NO_TEXT, wholeText } from '../../core/index.ts'
import type { ChatEvent, ChatUsage, FinishReason, TokenLogprob, ToolCall, WireFields } from '../ports.ts'
import { isPlausibleUsage } from './plausible-usage.ts'
import { numberOf, recordsOf, textOf } from './wire-values.ts'

export interface FrameReader {
  /** Whether the server has sent a finish reason. */
  readonly isFinished: boolean
  /** Whether any part of an answer was received, such as part of a tool call. */
  readonly hasBegun: boolean
  /** Last plausible count of the server. */
  readonly usage: ChatUsage | null
  /** Characters written so far: texts, thoughts and arguments of calls. */
  readonly characters: number
  /** Returns the events of a frame, usage first, so that a reader that stops between them has it. */
  read(frame: WireFields): readonly ChatEvent[]
  /** Returns the tool calls, assembled from their parts. */
  toolCalls(): readonly ToolCall[]
  finish(): FinishReason
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
}

export function createFrameReader(): FrameReader {
  const calls: { key: unknown; id: string; name: string; arguments: GrowingText }[] = []
  let usage: ChatUsage | null = null
  let reason: string | null = null
  let hasPieces = false
  let characters = 0

  /** Returns the call that a part with this number and id belongs to; most parts have no id. */
  function callOf(index: unknown, id: string) {
    // Some servers send whole calls without a number; a new id then begins a new call.
    const key = index ?? (id === '' ? calls.at(-1)?.key : id)
    const known = calls.findLast((call) => call.key === key)
    // Some servers number every call 0, each with a different id.
    if (known !== undefined && (id === '' || known.id === '' || known.id === id)) return known
    const call = { key, id, name: '', arguments: NO_TEXT }
    calls.push(call)
    return call
  }

  function addCall(part: WireFields): void {
    const id = textOf(part['id'])
    const named = isRecord(part['function']) ? part['function'] : {}
    const call = callOf(part['index'], id)
    call.id ||= id
    call.name ||= textOf(named['name'])
    const more = named['arguments']
    const argued = isRecord(more) ? JSON.stringify(more) : textOf(more)
    call.arguments = grown(call.arguments, argued)
    characters += argued.length
  }

  return {
    get isFinished() {
      return reason !== null
    },
    get hasBegun() {
      return hasPieces || calls.length > 0 || reason !== null
    },
    get usage() {
      return usage
    },
    get characters() {
      return characters
    },
    read(frame) {
      const events: ChatEvent[] = []
      const counted = usageOf(frame)
      if (counted !== null) {
        usage = counted
        events.push({ type: 'usage', usage })
      }
      // Only one answer is requested; frames with only usage have no choice.
      const choice = recordsOf(frame['choices']).find(({ index }) => (index ?? 0) === 0)
      if (choice === undefined) return events
      const delta = isRecord(choice['delta']) ? choice['delta'] : choice['message']
      const said = isRecord(delta) ? delta : { content: choice['text'] }
      const tokens = logprobsOf(choice['logprobs'])
      if (tokens.length > 0) events.push({ type: 'logprobs', tokens })
      const some = pieces(said)
      hasPieces ||= some.length > 0
      characters += lengthOf(some)
      events.push(...some)
      for (const call of recordsOf(said['tool_calls'])) addCall(call)
      const named = choice['finish_reason']
      if (typeof named === 'string' && named !== '') reason = named
      return events
    },
    toolCalls: () =>
      calls.map(({ id, name, arguments: json }, at) => ({
        id: id === '' ? `call_${at}` : id,
        name,
        arguments: wholeText(json),
      })),
    finish() {
      if (calls.length > 0 && (reason === 'stop' || reason === null)) return 'tool-calls'
      return FINISHES[reason ?? ''] ?? 'other'
    },
  }
}

/** Returns reasoning, then text: if a frame has both, the thought ended in it. */
function pieces(said: WireFields): ChatEvent[] {
  const events: ChatEvent[] = []
  // Some gateways send the same text under both names.
  const thought = textOf(said['reasoning_content']) || textOf(said['reasoning'])
  if (thought !== '') events.push({ type: 'reasoning', text: thought })
  const { content } = said
  const parts = Array.isArray(content) ? recordsOf(content) : [{ type: 'text', text: content }]
  for (const part of parts) {
    // Mistral's thinking models send content as a list of parts, thoughts among them.
    const isThought = part['type'] === 'thinking'
    const thinking = recordsOf(part['thinking']).map((inner) => textOf(inner['text']))
    const text = isThought ? thinking.join('') || textOf(part['thinking']) : textOf(part['text'])
    if (text !== '') events.push({ type: isThought ? 'reasoning' : 'text', text })
  }
  const refusal = textOf(said['refusal'])
  if (refusal !== '') events.push({ type: 'text', text: refusal })
  return events
}

function lengthOf(events: readonly ChatEvent[]): number {
  return events.reduce((sum, event) => sum + ('text' in event ? event.text.length : 0), 0)
}

/** Returns the usage; null if it is missing or implausible. */
function usageOf(frame: WireFields): ChatUsage | null {
  const usage = sentUsage(frame)
  return usage !== null && isPlausibleUsage(usage) ? usage : null
}

/** Returns `usage` of the protocol, `x_groq.usage`, or the `timings` that llama.cpp sends if it is asked for running counts. */
function sentUsage(frame: WireFields): ChatUsage | null {
  const outer = isRecord(frame['x_groq']) ? frame['x_groq'] : {}
  const sent = isRecord(frame['usage']) ? frame['usage'] : outer['usage']
  if (isRecord(sent)) return usageOfFields(sent)
  const { timings } = frame
  if (!isRecord(timings)) return null
  const read = numberOf(timings['prompt_n'])
  const written = numberOf(timings['predicted_n'])
  if (read === null || written === null) return null
  const cached = numberOf(timings['cache_n']) ?? 0
  return {
    promptTokens: read + cached,
    completionTokens: written,
    estimated: false,
    cachedPromptTokens: cached,
  }
}

function usageOfFields(sent: WireFields): ChatUsage | null {
  const promptTokens = numberOf(sent['prompt_tokens'])
  // Before the first token some servers omit the count of completion tokens.
  const completionTokens = numberOf(sent['completion_tokens']) ?? 0
  if (promptTokens === null) return null
  const written = isRecord(sent['completion_tokens_details']) ? sent['completion_tokens_details'] : {}
  const read = isRecord(sent['prompt_tokens_details']) ? sent['prompt_tokens_details'] : {}
  const reasoningTokens = numberOf(written['reasoning_tokens'])
  const cachedPromptTokens = numberOf(read['cached_tokens']) ?? numberOf(sent['prompt_cache_hit_tokens'])
  return {
    promptTokens,
    completionTokens,
    estimated: false,
    ...(reasoningTokens === null ? {} : { reasoningTokens }),
    ...(cachedPromptTokens === null ? {} : { cachedPromptTokens }),
  }
}

/** Reads the form of chats (`content`, on some servers `reasoning_content`) or the parallel lists of raw completions. */
function logprobsOf(sent: unknown): TokenLogprob[] {
  if (!isRecord(sent)) return []
  const { tokens, token_logprobs: values } = sent
  if (Array.isArray(tokens) && Array.isArray(values))
    return tokens.map((token, at) => ({
      token: textOf(token),
      logprob: numberOf(values[at]) ?? Number.NEGATIVE_INFINITY,
      alternatives: [],
    }))
  return recordsOf(sent['content']).map((token) => ({
    ...logprobOf(token),
    alternatives: recordsOf(token['top_logprobs']).map(logprobOf),
  }))
}

function logprobOf(sent: WireFields): { token: string; logprob: number } {
  return { token: textOf(sent['token']), logprob: numberOf(sent['logprob']) ?? Number.NEGATIVE_INFINITY }
}
