/** Reads a chat request and decides whether it can be helped. One that cannot is passed on, with the reason in a header. */
import type { ChatMessage } from '../../app/wiring/index.ts'
import { isRecord } from '../../core/index.ts'
import type { JsonObject } from './json-object.ts'

/** Why a request is passed on unchanged; sent back as `x-gloss-passed`. */
export type PassReason =
  | 'monitor_off'
  | 'no_corpus'
  | 'not_json'
  | 'model'
  | 'messages'
  | 'tools'
  | 'several_choices'
  | 'logprobs'
  | 'response_format'
  | 'parts'
  | 'prefix'

export type ReadMessages = { readonly messages: readonly ChatMessage[] } | { readonly passed: PassReason }

/** Returns the messages if the loop can replace the model server; else the reason why not. */
export function readChat(body: JsonObject): ReadMessages {
  const passed = reasonOfFields(body)
  if (passed !== null) return { passed }
  const { messages } = body
  if (!Array.isArray(messages) || messages.length === 0) return { passed: 'messages' }
  const read: ChatMessage[] = []
  for (const message of messages as readonly unknown[]) {
    const one = isRecord(message) ? readMessage(message) : 'messages'
    if (typeof one === 'string') return { passed: one }
    read.push(one)
  }
  // The loop's continuation would replace the text of the client's that a model should continue.
  if (read.at(-1)?.role === 'assistant') return { passed: 'prefix' }
  return { messages: read }
}

const TOOL_FIELDS = ['tools', 'functions', 'web_search_options']

function reasonOfFields(body: JsonObject): PassReason | null {
  if (TOOL_FIELDS.some((name) => isGiven(body[name]))) return 'tools'
  if (isGiven(body['n']) && body['n'] !== 1) return 'several_choices'
  if (body['logprobs'] === true || isGiven(body['top_logprobs'])) return 'logprobs'
  const { response_format: format, modalities } = body
  if (isGiven(format) && !(isRecord(format) && format['type'] === 'text')) return 'response_format'
  const isTextOnly =
    !isGiven(modalities) || (Array.isArray(modalities) && modalities.every((kind) => kind === 'text'))
  return isTextOnly && !isGiven(body['audio']) ? null : 'parts'
}

const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant'>> = {
  system: 'system',
  // The newer name of this role.
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}
const READ_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'reasoning_content'])

function readMessage(message: JsonObject): ChatMessage | PassReason {
  if (message['role'] === 'tool' || message['role'] === 'function') return 'tools'
  if (isGiven(message['tool_calls']) || isGiven(message['function_call'])) return 'tools'
  const role = ROLES[String(message['role'])]
  const content = textOf(message['content'])
  if (content === null) return 'parts'
  // Names of speakers and similar fields would be lost.
  const isWhole = Object.keys(message).every((key) => READ_FIELDS.has(key) || !isGiven(message[key]))
  if (role === undefined || !isWhole) return 'messages'
  if (role !== 'assistant') return { role, content }
  const reasoning = message['reasoning_content']
  return typeof reasoning === 'string' ? { role, content, reasoning } : { role, content }
}

/** Joins parts of text as servers with templates for plain text do. Null if any part is something else. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = (content as readonly unknown[]).map((part) =>
    isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : null,
  )
  return texts.includes(null) ? null : texts.join('\n')
}

/** Returns whether a value says something: clients send back nulls and empty lists that they received. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}
