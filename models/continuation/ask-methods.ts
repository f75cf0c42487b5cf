/** Tries one continuation method after another until the server accepts one, and finds the reason of a refusal. */
import { GlossError } from '../../core/index.ts'
import { BrokenAnswerError, isModelFailure, isTooLong } from '../chat/chat-error.ts'
import type { ChatEvent, ChatRequest } from '../ports.ts'
import type { KnownAbility } from './ability-memory.ts'
import type { Written } from './ports.ts'
import type { PreparedMethod } from './strategies.ts'

// Refusals that may be about the method: the form of the request, or a missing path.
const ABOUT_FORM: ReadonlySet<unknown> = new Set([400, 404, 405, 415, 422])
/** A request that no content filter would refuse. */
const NEUTRAL = {
  request: {
    messages: [{ role: 'user', content: 'Write the numbers from one to ten in words, in one line.' }],
    temperature: 0,
    maxTokens: 1,
  },
  begun: 'one, two, three,',
} as const

export interface MethodRefusal {
  /** Best of the refused methods. */
  readonly first: PreparedMethod
  readonly refusal: unknown
}

export interface MethodAnswer {
  readonly events: AsyncIterable<ChatEvent>
  readonly ability: KnownAbility
  /** Null if the first method was accepted. */
  readonly refused: MethodRefusal | null
}

/** Returns the answer by the first method that the server accepts. Throws the last refusal if it accepts none. */
export async function firstTaken(
  methods: readonly PreparedMethod[],
  request: ChatRequest,
  written: Written,
  signal: AbortSignal,
): Promise<MethodAnswer> {
  let refused: MethodRefusal | null = null
  for (const method of methods) {
    const asked = await method.ask(request, written, signal)
    if (asked === null) continue
    const answer = await begun(asked.join(asked.stream(signal)))
    if ('events' in answer) return { events: answer.events, ability: method.ability, refused }
    refused = { first: (refused as MethodRefusal | null)?.first ?? method, refusal: answer.refusal }
  }
  throw refused?.refusal
}

/** Returns whether the server refuses a method even for a harmless text, so that the method and not the text is the reason. */
export async function refusesAnyText(
  method: PreparedMethod,
  isThought: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const written = isThought ? { reasoning: NEUTRAL.begun, text: '' } : { reasoning: '', text: NEUTRAL.begun }
  const asked = await method.ask(NEUTRAL.request, written, signal)
  if (asked === null) return false
  try {
    const answer = await begun(asked.stream(signal))
    if ('refusal' in answer) return true
    for await (const _ of answer.events) break
  } catch (error) {
    // Any other failure says nothing about the method.
    if (!isModelFailure(error)) throw error
  }
  return false
}

type StreamStart = { readonly events: AsyncIterable<ChatEvent> } | { readonly refusal: unknown }

/** Waits for the first event, which shows that the server accepted the request. */
async function begun(events: AsyncIterable<ChatEvent>): Promise<StreamStart> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    return { events: withFirst(first, iterator) }
  } catch (refusal) {
    if (!isAboutForm(refusal)) throw refusal
    return { refusal }
  }
}

async function* withFirst(
  first: IteratorResult<ChatEvent>,
  iterator: AsyncIterator<ChatEvent>,
): AsyncGenerator<ChatEvent> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

function isAboutForm(error: unknown): boolean {
  if (!(error instanceof GlossError) || error instanceof BrokenAnswerError) return false
  // A text that is too long would be too long for any method.
  if (error.code !== 'MODEL_REFUSED' || isTooLong(error)) return false
  return ABOUT_FORM.has(error.facts['status'])
}
