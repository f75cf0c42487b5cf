/** Limits the models of a run to the rest of its budget, and cuts answers that repeat themselves. */
import {
  type ChatEvent,
  type ChatModel,
  type ChatRequest,
  type ContinuingChat,
  createUsageTally,
  cutRepetition,
  type StreamingChat,
} from '../models/index.ts'
import type { RunPorts } from './ports.ts'
import type { Grant, Purse } from './purse.ts'

export interface HeldChatOptions {
  readonly purse: Purse
  readonly signal: AbortSignal
  /** Called when a stream that repeats itself is cut, with its number of characters. */
  readonly onRepetition: (path: string, role: string, characters: number) => void
  /** Called when an answer gets fewer tokens than requested. */
  readonly onLowered?: () => void
}

/** Returns the limited ports. `waits` is false for an agent's helpers: they cannot wait for its stream's reserve, as it waits for them. */
export function heldPorts(ports: RunPorts, options: HeldChatOptions, waits: boolean): RunPorts {
  return {
    ...ports,
    chat: (role, ledger, path) => heldChat(ports.chat(role, ledger, path), role, path, options),
    helper: (role, ledger, path) => heldHelper(ports.helper(role, ledger, path), waits, options),
  }
}

/** Limits a chat that writes: it waits for what others have reserved, and is cut when it repeats itself. */
export function heldChat(
  chat: ContinuingChat,
  role: string,
  path: string,
  { purse, onRepetition, onLowered }: HeldChatOptions,
): ContinuingChat {
  return {
    ...chat,
    async *stream(request, written, signal) {
      const prompted = { ...request, messages: [...request.messages, writtenTurn(written)] }
      const { request: granted, release } = await purse.grant(prompted, chat.id, true, signal)
      if (granted.maxTokens !== request.maxTokens) onLowered?.()
      const asked = granted.maxTokens === undefined ? request : { ...request, maxTokens: granted.maxTokens }
      const events = cutRepetition(chat.stream(asked, written, signal), (characters) =>
        onRepetition(path, role, characters),
      )
      yield* releasing(events, prompted, release)
    },
  }
}

function writtenTurn({ text, reasoning }: { readonly text: string; readonly reasoning: string }) {
  return { role: 'assistant' as const, content: reasoning + text }
}

/** Limits a chat of a helper. */
export function heldHelper(
  chat: ChatModel & StreamingChat,
  waits: boolean,
  { purse, signal: run }: HeldChatOptions,
): ChatModel & StreamingChat {
  const grant = (request: ChatRequest) => purse.grant(request, chat.id, waits, run)
  return {
    id: chat.id,
    server: chat.server,
    async complete(request, signal) {
      const { request: granted, release } = await grant(request)
      try {
        const answer = await chat.complete(granted, signal)
        release(answer.usage)
        return answer
      } finally {
        release(createUsageTally(granted).usage())
      }
    },
    async *stream(request, signal) {
      const { request: granted, release } = await grant(request)
      yield* releasing(chat.stream(granted, signal), granted, release)
    },
  }
}

async function* releasing(
  events: AsyncIterable<ChatEvent>,
  request: ChatRequest,
  release: Grant['release'],
): AsyncGenerator<ChatEvent> {
  const tally = createUsageTally(request)
  try {
    for await (const event of events) {
      tally.add(event)
      yield event
    }
  } finally {
    release(tally.usage())
  }
}
