/** A chat model that is never asked the same twice: each answer is kept as it comes, so a run that was killed resumes for free. */
import { tupleId } from '../core/index.ts'
import type { ChatModel, ChatRequest, ChatUsage } from './ports.ts'

/** Model answers by the hash of their request. The corpus store keeps them (`call`, `rememberCall`). */
export interface AnswerCache {
  /** Null or empty if it is not known. */
  get(hash: string): Promise<string | null>
  set(hash: string, text: string): Promise<void>
}

/** Returns the answers that a corpus keeps. */
export function answerCacheOf(writer: {
  call(hash: string): Promise<string | null>
  rememberCall(hash: string, answer: string): Promise<void>
}): AnswerCache {
  return { get: (hash) => writer.call(hash), set: (hash, answer) => writer.rememberCall(hash, answer) }
}

export interface AskedEvent {
  readonly usage: ChatUsage
  /** True where the answer was known and nothing was asked. Its usage is zero. */
  readonly isCached: boolean
}

export interface CachedChat {
  ask(request: ChatRequest, signal: AbortSignal): Promise<string>
  /** Takes answers back, so that the next run asks again. */
  forget(requests: readonly ChatRequest[]): Promise<void>
}

const NOTHING: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

/** Everything that decides an answer: model, parameters and the conversation with its prompt. */
export function requestHash(model: string, request: ChatRequest): string {
  const { messages, temperature, maxTokens, schema, ...others } = request
  const conversation = messages.flatMap(({ role, content, ...more }) => [role, content, ...written(more)])
  const form = schema === undefined ? [] : ['schema', JSON.stringify(schema)]
  return tupleId([
    'chat',
    model,
    temperature ?? '',
    maxTokens ?? '',
    ...conversation,
    ...form,
    ...written(others),
  ])
}

/** What only some requests have, so that those without it keep the hash that they had before. */
function written(fields: Readonly<Record<string, unknown>>): string[] {
  const used = Object.entries(fields).filter(([, value]) => value !== undefined)
  return used.length === 0 ? [] : [JSON.stringify(used)]
}

export function createCachedChat(
  chat: ChatModel,
  cache: AnswerCache | null,
  onAsked: (event: AskedEvent) => void,
): CachedChat {
  return {
    async ask(request, signal) {
      const hash = requestHash(chat.id, request)
      const known = (await cache?.get(hash)) ?? ''
      if (known !== '') {
        onAsked({ usage: NOTHING, isCached: true })
        return known
      }
      const answer = await chat.complete(request, signal)
      await cache?.set(hash, answer.text)
      onAsked({ usage: answer.usage, isCached: false })
      return answer.text
    },
    async forget(requests) {
      for (const request of requests) await cache?.set(requestHash(chat.id, request), '')
    },
  }
}
