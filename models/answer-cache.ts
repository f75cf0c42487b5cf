/** Caches a chat model's answers: each is stored when it arrives, so a killed run resumes without paying twice. */
import { tupleId } from '../core/index.ts'
import type { ChatModel, ChatRequest, ChatUsage } from './ports.ts'

/** Model answers by the hash of their request, stored in the corpus (`call`, `rememberCall`). */
export interface AnswerCache {
  /** Returns the answer, null or empty if it is unknown. */
  get(hash: string): Promise<string | null>
  set(hash: string, text: string): Promise<void>
}

/** Returns the cache of a corpus. */
export function answerCacheOf(writer: {
  call(hash: string): Promise<string | null>
  rememberCall(hash: string, answer: string): Promise<void>
}): AnswerCache {
  return { get: (hash) => writer.call(hash), set: (hash, answer) => writer.rememberCall(hash, answer) }
}

export interface AnswerUsage {
  readonly usage: ChatUsage
  /** Whether the answer is from the cache; its usage is zero. */
  readonly isCached: boolean
}

export interface CachedChat {
  ask(request: ChatRequest, signal: AbortSignal): Promise<string>
  /** Removes answers, so that the next run asks again. */
  forget(requests: readonly ChatRequest[]): Promise<void>
}

const NOTHING: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

/** Returns the hash of all that determines an answer: model, parameters and the conversation with its prompt. */
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

/** Returns the fields that only some requests have, so that the hash of other requests stays as it was before these fields existed. */
function written(fields: Readonly<Record<string, unknown>>): string[] {
  const used = Object.entries(fields).filter(([, value]) => value !== undefined)
  return used.length === 0 ? [] : [JSON.stringify(used)]
}

export function createCachedChat(
  chat: ChatModel,
  cache: AnswerCache | null,
  onAsked: (event: AnswerUsage) => void,
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
