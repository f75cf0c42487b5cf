/**
 * A model server with one known text, for tests of how each provider spells a continuation: it continues the text only if the request is
 * spelled as its provider expects; otherwise it starts over or refuses. Over real HTTP.
 */

import { onTestFinished } from 'vitest'
import { openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import type { ServerInquiry } from '../../models/continuation/ports.ts'
import type { StreamingChat } from '../../models/index.ts'
import type { Script } from './scripted-llm/script.ts'
import {
  type ScriptedBody,
  type ScriptedRequest,
  type StartedServer,
  startScriptedServer,
} from './scripted-llm/server.ts'

export interface Message {
  readonly role: string
  readonly content: string
  readonly reasoning_content?: string
  readonly [key: string]: unknown
}

/** The text that a request asks to continue; null for a plain question. */
export type Begun = { readonly text: string } | { readonly reasoning: string } | null

export interface Emulation {
  readonly text: string
  readonly reasoning?: string
  /** Returns what the request asks to continue, in the provider's spelling. */
  readonly begun: (body: ScriptedBody, path: string) => Begun
  /** Returns why a request is refused with status 400; null if it is accepted. */
  readonly refusal?: (body: ScriptedBody, path: string) => string | null
  readonly echoes?: boolean
  /** Drops white space at the end of the text to continue. */
  readonly trims?: boolean
  readonly misnamesText?: boolean
  /** Sends thoughts within the text, between tags. */
  readonly hasTags?: boolean
  /** Changes the text before it is sent. */
  readonly says?: (rest: string, request: ScriptedRequest) => string
}

export interface EmulatedProvider extends StartedServer {
  /** Returns a chat that takes the server for `server`. */
  chat(server?: string): StreamingChat
  chatAt(server: string): StreamingChat
}

/** Has white space of all kinds, surrogate pairs and repeated words. */
export const KNOWN_TEXT =
  'The lion 🦁 is a large cat.  It lives in prides,\n\n  of which each has its own land.\tA 👩‍🚀 saw one — “from afar”. Lions sleep for 20 hours; the rest is spent on hunting, and 𝛼-males eat first.'
export const CONTINUE_FLAGS = { continue_final_message: true, add_generation_prompt: false }

const LOCAL = 'http://localhost:8080/v1'
// Frames that split words and sentences matter here; the texts are short.
const CUT_SEED = 7

/** Starts an emulated provider, which is closed after the test. */
export async function emulateProvider(emulation: Emulation): Promise<EmulatedProvider> {
  const started = await startScriptedServer({ answers: (request) => answer(emulation, request) })
  onTestFinished(() => started[Symbol.asyncDispose]())
  const { origin } = new URL(started.url)
  const chatAt = (server: string): StreamingChat => ({
    ...openOpenAiStream({ url: `${origin}${new URL(server).pathname}`, model: 'emulated' }),
    server,
  })
  return { ...started, chatAt, chat: (server = LOCAL) => chatAt(server) }
}

/** Returns a server that answers only the listed paths. */
export function inquiryOf(answers: Readonly<Record<string, unknown>>): ServerInquiry {
  return {
    async ask(path, body) {
      const answer = answers[path]
      return typeof answer === 'function' ? answer(body) : (answer ?? null)
    },
  }
}

export function messagesOf(body: ScriptedBody): readonly Message[] {
  return (body.messages ?? []) as unknown as readonly Message[]
}

/** Returns the assistant's trailing message, if it has `fields` and the body has `ofBody`; else null. */
export function trailing(body: ScriptedBody, fields: object = {}, ofBody: object = {}): Begun {
  const last = messagesOf(body).at(-1)
  const has = (record: object, wanted: object) =>
    Object.entries(wanted).every(([key, value]) => Reflect.get(record, key) === value)
  if (last?.role !== 'assistant' || !has(last, fields) || !has(body, ofBody)) return null
  const thought = last.reasoning_content ?? ''
  return last.content === '' && thought !== '' ? { reasoning: thought } : { text: last.content }
}

/** Returns the text between dashes in the user's turn, or before a tool's result, as an obedient model would read it; else null. */
export function toldInWords(body: ScriptedBody): Begun {
  const last = messagesOf(body).at(-1)
  if (last?.role === 'tool') return { text: messagesOf(body).at(-2)?.content ?? '' }
  const shown = /written when[\s\S]*?\n-----\n([\s\S]*)\n-----\n/.exec(last?.content ?? '')
  return shown === null ? null : { text: shown[1] ?? '' }
}

function answer(emulation: Emulation, request: ScriptedRequest): Script {
  const { body, path } = request
  const refusal = emulation.refusal?.(body, path) ?? null
  if (refusal !== null)
    return { fault: { kind: 'status', status: 400, body: JSON.stringify({ error: { message: refusal } }) } }
  const begun = emulation.begun(body, path)
  const said =
    begun !== null && 'reasoning' in begun ? thoughtsOn(emulation, begun.reasoning) : textOn(emulation, begun)
  const limit = Number(body['max_tokens'] ?? Number.POSITIVE_INFINITY)
  const text = limited(
    emulation.says?.(said.text ?? '', request) ?? said.text ?? '',
    limit,
    'echoed' in said ? Number(said.echoed) : 0,
  )
  const read = messagesOf(body).map(({ content }) => (emulation.trims ? content.trimEnd() : content))
  const usage = [read.join('').length, text.length] as const
  return { ...said, text, usage, wire: { cutSeed: CUT_SEED } }
}

function textOn(emulation: Emulation, begun: { readonly text: string } | null) {
  const { text, reasoning = '', echoes, trims, misnamesText, hasTags } = emulation
  if (begun === null)
    return hasTags && reasoning !== ''
      ? { text: `<think>\n${reasoning}\n</think>\n\n${text}` }
      : { text, reasoning }
  const known = trims ? begun.text.trimEnd() : begun.text
  const from = text.startsWith(known) ? known.length : 0
  const rest = (echoes ? known : '') + text.slice(from)
  return misnamesText ? { reasoning: rest, text: '' } : { text: rest, echoed: echoes ? known.length : 0 }
}

function thoughtsOn({ text, reasoning = '', hasTags }: Emulation, begun: string) {
  const rest = reasoning.startsWith(begun) ? reasoning.slice(begun.length) : reasoning
  return hasTags ? { text: `${rest}\n</think>\n\n${text}` } : { reasoning: rest, text }
}

/** Cuts text at the token limit: a token is four characters; echoed text costs none. */
function limited(text: string, tokens: number, echoed: number): string {
  return tokens === Number.POSITIVE_INFINITY ? text : text.slice(0, echoed + tokens * 4)
}
