/** Turns a script into frames of the protocol, and frames into bytes. */
import type { Script, ScriptedLogprob, WireForm } from './script.ts'
import { tokensOf } from './script.ts'

export interface Counted {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
}

export interface Frame {
  /** Number of tokens in this frame. */
  readonly tokens: number
  readonly isReasoning: boolean
  readonly body: Readonly<Record<string, unknown>>
}

type Delta = Readonly<Record<string, unknown>>

/** Returns the frames of a whole answer, except those that only report usage. */
export function framesOf(script: Script, model: string): readonly Frame[] {
  const field = script.wire?.reasoningField ?? 'reasoning_content'
  const calls = script.toolCalls ?? []
  const text = tokensOf(script.text)
  const logprobs = typeof script.logprobs === 'object' ? script.logprobs : []
  const said = text.map((content, at) =>
    frame(model, { content }, { logprobs: script.logprobs && logprobOf(logprobs[at], content) }),
  )
  return [
    frame(model, { role: 'assistant', content: '' }, { tokens: 0 }),
    ...tokensOf(script.reasoning).map((piece) => frame(model, { [field]: piece }, { isReasoning: true })),
    ...said,
    ...calls.flatMap((call, index) => [
      frame(model, {
        tool_calls: [
          {
            index,
            id: call.id ?? `call_${index}`,
            type: 'function',
            function: { name: call.name, arguments: '' },
          },
        ],
      }),
      ...tokensOf(call.arguments).map((piece) =>
        frame(model, { tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    frame(model, {}, { tokens: 0, finish: finishOf(script) }),
  ]
}

/** Returns the answer as a single JSON object. */
export function wholeAnswer(script: Script, model: string): Readonly<Record<string, unknown>> {
  const calls = script.toolCalls?.map(({ id, name, arguments: json }, at) => ({
    id: id ?? `call_${at}`,
    type: 'function',
    function: { name, arguments: json },
  }))
  const reasoning = tokensOf(script.reasoning).join('')
  const message = {
    role: 'assistant',
    content: tokensOf(script.text).join(''),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  }
  const choice = { index: 0, message, finish_reason: finishOf(script) }
  return { id: 'scripted', object: 'chat.completion', created: 0, model, choices: [choice] }
}

export function usageFields({ promptTokens, completionTokens, reasoningTokens }: Counted) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(reasoningTokens > 0 ? { completion_tokens_details: { reasoning_tokens: reasoningTokens } } : {}),
  }
}

export function usageFrame(model: string, counted: Counted): Readonly<Record<string, unknown>> {
  return { ...chunk(model), choices: [], usage: usageFields(counted) }
}

/** Converts a frame of `/chat/completions` to the form of `/completions`, with text in place of a message. */
export function rawForm(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [choice] = body['choices'] as readonly { readonly delta: Delta; readonly finish_reason: unknown }[]
  const text = choice?.delta['content'] ?? choice?.delta['reasoning_content'] ?? ''
  const raw = { index: 0, text, finish_reason: choice?.finish_reason ?? null }
  return { ...body, object: 'text_completion', choices: [raw] }
}

/** Returns one event of the stream as text. */
export function eventText(
  data: string,
  { lineEnd = '\n', isMultiLine = false, hasComments = false }: WireForm,
): string {
  // JSON allows line ends only between its tokens; indented JSON has them there.
  const lines =
    isMultiLine && data.startsWith('{') ? JSON.stringify(JSON.parse(data), null, 1).split('\n') : [data]
  const comment = hasComments ? `: still here${lineEnd}${lineEnd}` : ''
  return `${comment}${lines.map((line) => `data: ${line}${lineEnd}`).join('')}${lineEnd}`
}

function finishOf({ finish, toolCalls = [] }: Script): string {
  return finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop')
}

function chunk(model: string) {
  return { id: 'scripted', object: 'chat.completion.chunk', created: 0, model }
}

interface FrameExtras {
  readonly tokens?: number
  readonly isReasoning?: boolean
  readonly finish?: string
  readonly logprobs?: unknown
}

function frame(model: string, delta: Delta, extras: FrameExtras = {}): Frame {
  const { tokens = 1, isReasoning = false, finish = null, logprobs } = extras
  const choice = { index: 0, delta, finish_reason: finish, ...(logprobs ? { logprobs } : {}) }
  return { tokens, isReasoning, body: { ...chunk(model), choices: [choice] } }
}

function logprobOf(given: ScriptedLogprob | undefined, token: string) {
  const { logprob } = given ?? { logprob: -token.length / 10 }
  return {
    content: [{ token: given?.token ?? token, logprob, bytes: null, top_logprobs: [{ token, logprob }] }],
  }
}
