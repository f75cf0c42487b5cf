/** Builds the request of each continuation method. It contains the text so far exactly once. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ChatMessage, ChatRequest } from '../ports.ts'
import type { Written } from './ports.ts'
import type { Spelling } from './provider-table.ts'

const { restart, thoughts, tool } = z
  .strictObject({
    restart: z.string(),
    thoughts: z.string(),
    tool: z.strictObject({ name: z.string(), description: z.string(), result: z.string() }),
  })
  .parse(JSON.parse(readFileSync(new URL('./wording.json', import.meta.url), 'utf8')))

const OPEN_THOUGHTS = '<think>\n'
const CLOSE_THOUGHTS = '\n</think>\n\n'

/** Returns whether only thoughts were written so far. */
export function isThinking({ reasoning, text }: Written): boolean {
  return text === '' && reasoning !== ''
}

export function prefixRequest(request: ChatRequest, written: Written, spelling: Spelling): ChatRequest {
  const { body, message, textIn, thoughts: spelt } = spelling
  const base = withoutForm(request)
  if (textIn !== undefined)
    return { ...base, extraBody: { ...body, [textIn]: written.text, ...request.extraBody } }
  const isTagged = spelt?.in === 'tags'
  const content = isTagged ? taggedText(written) : written.text
  const takesThoughts = spelling.givesThoughtsBack === true || spelt?.in === 'reasoning_content'
  const inField = takesThoughts && written.reasoning !== ''
  const begun: ChatMessage = {
    role: 'assistant',
    content,
    ...(inField ? { reasoning: written.reasoning } : {}),
  }
  const fields = isThinking(written) ? (spelt?.body ?? body) : body
  return {
    ...base,
    messages: withTurn(request.messages, begun),
    extraBody: { ...request.extraBody, ...fields },
    ...(message === undefined ? {} : { extraMessageFields: message }),
  }
}

/** Returns a raw completion; `prompt` ends where the model begins to write. Thoughts stay open while there is no other text. */
export function rawRequest(
  request: ChatRequest,
  written: Written,
  { prompt, stop }: { readonly prompt: string; readonly stop: readonly string[] },
): ChatRequest {
  const isOpen = /<think>\s*$/.test(prompt)
  const tagged = isOpen && written.reasoning === '' ? `${CLOSE_THOUGHTS}${written.text}` : taggedText(written)
  const begun = isOpen && written.reasoning !== '' ? tagged.slice(OPEN_THOUGHTS.length) : tagged
  const { tools: _, ...base } = withoutForm(request)
  return { ...base, prompt: `${prompt}${begun}`, stop: [...(request.stop ?? []), ...stop] }
}

/** Returns a request with the answer so far and a tool result that says that it is not finished. */
export function toolCallRequest(request: ChatRequest, { text }: Written): ChatRequest {
  const call = { id: 'call_go_on', name: tool.name, arguments: '{}' }
  const { name, description, result } = tool
  return {
    ...withoutForm(request),
    messages: [
      ...withTurn(request.messages, { role: 'assistant', content: text, toolCalls: [call] }),
      { role: 'tool', content: result, toolCallId: call.id },
    ],
    tools: [
      { name, description, parameters: { type: 'object', properties: {}, additionalProperties: false } },
    ],
    extraBody: { ...request.extraBody, tool_choice: 'none' },
  }
}

/** Returns a request whose user turn shows the text so far. It is joined to the last turn, as many templates require alternating turns. */
export function restartRequest(request: ChatRequest, written: Written): ChatRequest {
  const said = isThinking(written)
    ? thoughts.replace('{thoughts}', () => written.reasoning)
    : restart.replace('{written}', () => written.text)
  const last = request.messages.at(-1)
  return {
    ...withoutForm(request),
    messages:
      last?.role === 'user'
        ? [...request.messages.slice(0, -1), { ...last, content: `${last.content}\n\n${said}` }]
        : [...request.messages, { role: 'user', content: said }],
  }
}

/** Removes the schema, since the rest of an answer does not have the form of the whole. */
function withoutForm({ schema: _, ...request }: ChatRequest): ChatRequest {
  return request
}

/** Adds the turn, or joins it to one that the request had begun. */
function withTurn(messages: readonly ChatMessage[], turn: ChatMessage & { readonly role: 'assistant' }) {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || last.toolCalls !== undefined) return [...messages, turn]
  return [...messages.slice(0, -1), { ...last, ...turn, content: `${last.content}${turn.content}` }]
}

function taggedText({ reasoning, text }: Written): string {
  if (reasoning === '') return text
  return `${OPEN_THOUGHTS}${reasoning}${text === '' ? '' : `${CLOSE_THOUGHTS}${text}`}`
}
