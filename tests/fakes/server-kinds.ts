/**
 * Model servers of five kinds, as they behave rather than as documented: which parts of a request get into the model's prompt,
 * whether a trailing message is continued, and in which field thoughts are returned.
 */
import type { Script } from './scripted-llm/script.ts'
import { type ScriptedRequest, type StartedServer, startScriptedServer } from './scripted-llm/server.ts'

export const SERVER_KINDS = ['vLLM', 'SGLang', 'llama.cpp', 'Ollama', 'hosted'] as const
export type ServerKind = (typeof SERVER_KINDS)[number]

/** Whether a model thinks, and how its thoughts are returned. */
export const THINKING = ['not', 'in a field', 'in tags'] as const
export type Thinking = (typeof THINKING)[number]

export interface ModelServer extends StartedServer {
  /** For each request, oldest first: the end of the prompt, which the model takes for its own words. */
  readonly begun: readonly string[]
}

export interface Model {
  readonly thoughts: string
  /** Returns the text, without thoughts, with which the model `name` answers the messages. */
  readonly says: (prompt: string, name: string) => string
}

type Message = {
  readonly role: string
  readonly content?: string | null
  readonly reasoning_content?: string
}

const SIGNS: Readonly<Record<ServerKind, Readonly<Record<string, unknown>>>> = {
  vLLM: { '/version': { version: '0.11' } },
  SGLang: { '/get_model_info': { model_path: '', is_generation: true } },
  'llama.cpp': { '/props': { chat_template: '', total_slots: 4 } },
  Ollama: { '/api/version': { version: '0.12' } },
  hosted: {},
}

export async function openServerOf(kind: ServerKind, thinking: Thinking, model: Model): Promise<ModelServer> {
  const begun: string[] = []
  const server = await startScriptedServer({
    pages: SIGNS[kind],
    answers(request) {
      const own = begunIn(kind, thinking, request)
      begun.push(own)
      return answered(thinking, model, promptOf(request, own !== ''), own, request)
    },
  })
  return { ...server, begun }
}

function messagesOf({ body }: ScriptedRequest): readonly Message[] {
  return (body.messages ?? []) as unknown as readonly Message[]
}

/** Returns the text that the template puts after the mark of the assistant's turn. */
function begunIn(kind: ServerKind, thinking: Thinking, request: ScriptedRequest): string {
  const last = messagesOf(request).at(-1)
  if (kind === 'hosted' || last?.role !== 'assistant') return ''
  const isFlagged = request.body['continue_final_message'] !== undefined
  if ((kind === 'vLLM' || kind === 'SGLang') && !isFlagged) return ''
  const content = last.content ?? ''
  const thoughts = last.reasoning_content ?? ''
  // Only templates of thinking models read the field.
  if (kind !== 'llama.cpp' || thinking === 'not' || thoughts === '') return content
  return `<think>\n${thoughts}${content === '' ? '' : `\n</think>\n\n${content}`}`
}

function promptOf(request: ScriptedRequest, isContinued: boolean): string {
  const messages = messagesOf(request)
  return (isContinued ? messages.slice(0, -1) : messages).map(({ content }) => content ?? '').join('\n')
}

function answered(
  thinking: Thinking,
  { thoughts, says }: Model,
  prompt: string,
  begun: string,
  { body }: ScriptedRequest,
): Script {
  const isThinker = thinking !== 'not'
  const isOpen = begun.includes('<think>') && !begun.includes('</think>')
  const said = says(prompt, String(body.model))
  const text = restOf(said, begun.replace(/^[\s\S]*<\/think>\s*/, ''))
  const thought = restOf(thoughts, begun.replace('<think>\n', ''))
  const isInField = thinking === 'in a field'
  const limit = Number(body['max_tokens'] ?? 1_000_000) * 4
  const written = (text: string, reasoning = ''): Script => ({
    reasoning: reasoning.slice(0, limit),
    text: text.slice(0, Math.max(0, limit - reasoning.length)),
  })
  // A model that never thinks never closes a tag that was opened for it.
  if (!isThinker) return written(isOpen ? said : text)
  if (begun !== '' && !isOpen) return written(text)
  if (!isInField) return written(`${isOpen ? '' : '<think>\n'}${thought}\n</think>\n\n${said}`)
  return written(said, thought)
}

function restOf(whole: string, begun: string): string {
  for (let length = Math.min(whole.length, begun.length); length > 0; length--)
    if (begun.endsWith(whole.slice(0, length))) return whole.slice(length)
  return whole
}
