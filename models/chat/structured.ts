/**
 * Asks for an answer that is data: with a JSON Schema if the server supports it, else as a JSON object, else in words. The answer is
 * always checked, and asked for once more if it does not fit. The mode that a server supports is learnt from its refusals.
 */
import { z } from 'zod'
import { GlossError, jsonIn } from '../../core/index.ts'
import type { ChatAnswer, ChatRequest, ChatUsage, StreamingChat, WireFields } from '../ports.ts'
import { foldAnswer } from './fold.ts'
import { repairRequest } from './repair-turn.ts'

export type JsonMode = 'json_schema' | 'json_object' | 'plain'

/** Modes by server and model, kept by the caller, so that all its chats share them. */
export type JsonModes = Map<string, JsonMode>

export interface StructuredOptions {
  readonly signal: AbortSignal
  readonly modes: JsonModes
  /** Name of the schema: letters, digits, `_` and `-`; some servers show it to the model. */
  readonly name?: string
}

export interface StructuredAnswer<T> {
  readonly value: T
  readonly mode: JsonMode
  /** Usage of all answers together. */
  readonly usage: ChatUsage
}

const NEXT: Readonly<Record<JsonMode, JsonMode | null>> = {
  json_schema: 'json_object',
  json_object: 'plain',
  plain: null,
}
const ABOUT_FORM = /response_format|json|schema|grammar|structured/i

/** Asks for data. Throws `MODEL_ANSWER_INVALID` if the second answer does not fit either, and what the chat throws. */
export async function structured<T>(
  chat: StreamingChat,
  request: ChatRequest,
  schema: z.ZodType<T>,
  { signal, modes, name = 'answer' }: StructuredOptions,
): Promise<StructuredAnswer<T>> {
  const form = { name, schema: z.toJSONSchema(schema) as WireFields }
  const { answer, mode } = await askInMode(chat, request, form, modes, signal)
  const read = checked(answer, schema)
  if (read.ok) return { value: read.value, mode, usage: answer.usage }
  const again = repairRequest(request, answer.text, complaintOf(read.reason))
  const second = await askInMode(chat, again, form, modes, signal)
  const usage = summed(answer.usage, second.answer.usage)
  const reread = checked(second.answer, schema)
  if (reread.ok) return { value: reread.value, mode: second.mode, usage }
  throw new GlossError(
    'MODEL_ANSWER_INVALID',
    `The model ${chat.id} did not answer in the required format: ${reread.reason}`,
    {
      model: chat.id,
      form: name,
      rung: second.mode,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
    },
  )
}

interface Form {
  readonly name: string
  readonly schema: WireFields
}

/** Asks in one mode after another until the server accepts one, and remembers that mode. */
async function askInMode(
  chat: StreamingChat,
  request: ChatRequest,
  form: Form,
  modes: JsonModes,
  signal: AbortSignal,
): Promise<{ readonly answer: ChatAnswer; readonly mode: JsonMode }> {
  const server = `${chat.server} ${chat.id}`
  let mode: JsonMode = modes.get(server) ?? 'json_schema'
  for (;;) {
    try {
      const answer = await foldAnswer(chat.stream(inMode(request, form, mode), signal))
      modes.set(server, mode)
      return { answer, mode }
    } catch (error) {
      const isAboutForm =
        error instanceof GlossError && error.code === 'MODEL_REFUSED' && ABOUT_FORM.test(error.message)
      const next = NEXT[mode]
      if (!isAboutForm || next === null) throw error
      mode = next
    }
  }
}

function inMode(request: ChatRequest, { name, schema }: Form, mode: JsonMode): ChatRequest {
  if (mode === 'json_schema') {
    const format = { type: 'json_schema', json_schema: { name, schema, strict: true } }
    return { ...request, extraBody: { ...request.extraBody, response_format: format } }
  }
  const last = request.messages.at(-1)
  const inWords = `Answer with one JSON object and nothing else. It must hold to this JSON Schema:\n${JSON.stringify(schema)}`
  const messages =
    last?.role === 'user'
      ? [...request.messages.slice(0, -1), { ...last, content: `${last.content}\n\n${inWords}` }]
      : [...request.messages, { role: 'user' as const, content: inWords }]
  if (mode === 'plain') return { ...request, messages }
  const extraBody = { ...request.extraBody, response_format: { type: 'json_object' } }
  return { ...request, messages, extraBody }
}

type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

function checked<T>({ text, finish }: ChatAnswer, schema: z.ZodType<T>): Checked<T> {
  const tried = jsonIn(text, '{').map((found) => schema.safeParse(found))
  const parsed = tried.find(({ success }) => success) ?? tried[0]
  if (parsed === undefined)
    return {
      ok: false,
      reason: finish === 'length' ? 'it was cut off before its end' : 'it has no JSON object in it',
    }
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: reasonOf(parsed.error) }
}

const MAX_REASONS = 5

function reasonOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, MAX_REASONS)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
}

function complaintOf(reason: string): string {
  return `That answer cannot be used: ${reason}. Answer again, with the JSON object that was asked for and nothing else.`
}

function summed(one: ChatUsage, other: ChatUsage): ChatUsage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    estimated: one.estimated || other.estimated,
  }
}
