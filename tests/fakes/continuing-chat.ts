/** A chat without a server whose answers can be continued: a function computes its text from the turn so far. */
import type {
  ChatEvent,
  ChatRequest,
  ContinuationAbility,
  ContinuingChat,
  Written,
} from '../../models/index.ts'

export interface Asked {
  readonly request: ChatRequest
  readonly written: Written
}

/** One answer: a text is streamed in pieces of `pieceCharacters`; an error in a list is thrown at its place. */
export type Saying = string | readonly (ChatEvent | Error | (() => Promise<void>))[]

export interface FakeContinuingChat extends ContinuingChat {
  readonly asked: readonly Asked[]
  /** Returns how many streams were closed before their end. */
  left(): number
}

export interface FakeChatOptions {
  readonly pieceCharacters?: number
  readonly ability?: Partial<ContinuationAbility>
}

export function continuingChat(
  say: (asked: Asked, call: number) => Saying,
  { pieceCharacters = 4, ability = {} }: FakeChatOptions = {},
): FakeContinuingChat {
  const asked: Asked[] = []
  let left = 0
  const able: ContinuationAbility = { rung: 'prefix', continuesReasoning: true, provider: 'fake', ...ability }
  return {
    id: 'fake',
    server: 'http://nowhere/v1',
    asked,
    left: () => left,
    known: () => able,
    prepare: async () => able,
    async *stream(request, written, signal) {
      const call = asked.push({ request, written }) - 1
      let isOver = false
      try {
        for (const event of eventsOf(say({ request, written }, call), pieceCharacters)) {
          signal.throwIfAborted()
          if (event instanceof Error) throw event
          if (typeof event === 'function') await event()
          else yield event
        }
        isOver = true
      } finally {
        if (!isOver) left++
      }
    },
  }
}

/** Yields the events of a whole answer. */
export function* eventsOf(
  saying: Saying,
  pieceCharacters: number,
): Iterable<ChatEvent | Error | (() => Promise<void>)> {
  if (typeof saying !== 'string') return yield* saying
  yield* pieces('text', saying, pieceCharacters)
  yield {
    type: 'usage',
    usage: { promptTokens: 10, completionTokens: Math.ceil(saying.length / 4), estimated: false },
  }
  yield { type: 'finish', reason: 'stop' }
}

export function* pieces(type: 'text' | 'reasoning', text: string, characters: number): Iterable<ChatEvent> {
  for (let at = 0; at < text.length; at += characters) yield { type, text: text.slice(at, at + characters) }
}
