/** Builds the body of a request; fields that depend on the server come from its dialect. */
import type { ChatMessage, ChatRequest, WireFields } from '../ports.ts'

export function requestBody(model: string, request: ChatRequest, dialectFields: WireFields): WireFields {
  const { prompt, stop = [], topLogprobs, tools = [], extraBody } = request
  const isRaw = prompt !== undefined
  return {
    model,
    ...(isRaw ? { prompt } : { messages: wireMessages(request) }),
    stream: true,
    ...dialectFields,
    ...(stop.length === 0 ? {} : { stop }),
    ...(topLogprobs === undefined ? {} : logprobFields(topLogprobs, isRaw)),
    ...(isRaw || tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...extraBody,
  }
}

function logprobFields(topLogprobs: number, isRaw: boolean): WireFields {
  return isRaw ? { logprobs: topLogprobs } : { logprobs: true, top_logprobs: topLogprobs }
}

function wireMessages({ messages, extraMessageFields }: ChatRequest): readonly WireFields[] {
  return messages.map((message, at) => ({
    ...wireMessage(message),
    ...(at === messages.length - 1 ? extraMessageFields : {}),
  }))
}

function wireMessage(message: ChatMessage): WireFields {
  const { role, content } = message
  if (role === 'tool') return { role, content, tool_call_id: message.toolCallId }
  if (role !== 'assistant') return { role, content }
  const { reasoning, toolCalls = [] } = message
  return {
    role,
    content,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(toolCalls.length === 0
      ? {}
      : {
          tool_calls: toolCalls.map(({ id, name, arguments: json }) => ({
            id,
            type: 'function',
            function: { name, arguments: json },
          })),
        }),
  }
}
