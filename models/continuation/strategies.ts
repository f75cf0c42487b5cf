/** Prepares the continuation methods of a server, best first, beginning with the one that it is known to accept. */
import type { ChatEvent, ChatMessage, ChatRequest, ContinuationMethod, StreamingChat } from '../ports.ts'
import type { KnownAbility } from './ability-memory.ts'
import { type FilledTemplate, templateOf } from './chat-templates.ts'
import {
  chainedRules,
  echoRule,
  type HeadRule,
  heldRule,
  overlapRule,
  withoutRepetition,
  withSeam,
} from './join-continuation.ts'
import type { Written } from './ports.ts'
import type { Provider, Spelling } from './provider-table.ts'
import {
  isThinking,
  prefixRequest,
  rawRequest,
  restartRequest,
  toolCallRequest,
} from './strategy-requests.ts'
import { renamed, splitThoughts } from './think-tags.ts'

export interface Surroundings {
  readonly chat: StreamingChat
  readonly chatAt?: ((server: string) => StreamingChat) | undefined
  /** Returns the server's own template, filled; null if the server does not offer this. */
  readonly fill: (messages: readonly ChatMessage[], signal: AbortSignal) => Promise<FilledTemplate | null>
}

/** A prepared request, and how its answer is joined to the text so far. */
interface PreparedQuestion {
  readonly stream: (signal: AbortSignal) => AsyncIterable<ChatEvent>
  readonly join: (events: AsyncIterable<ChatEvent>) => AsyncIterable<ChatEvent>
}

export interface PreparedMethod {
  readonly ability: KnownAbility
  /** Prepares a request; null if this method cannot continue it. */
  ask(request: ChatRequest, written: Written, signal: AbortSignal): Promise<PreparedQuestion | null>
}

export function methodsFrom(
  provider: Provider,
  ability: KnownAbility,
  around: Surroundings,
): readonly PreparedMethod[] {
  const from = Math.max(0, provider.rungs.indexOf(ability.rung))
  return provider.rungs.slice(from).map((method) => {
    const own = method === ability.rung ? ability : withMethod(ability, method)
    return { ability: own, ask: askBy(method, own, provider, around) }
  })
}

/** Returns the ability with another method, without findings that only apply to the old one. */
function withMethod(ability: KnownAbility, method: ContinuationMethod): KnownAbility {
  return {
    ...ability,
    rung: method,
    spelling: null,
    continuesReasoning: ability.continuesReasoning && method === 'raw',
    echoes: false,
    trims: false,
    misnamesText: false,
  }
}

function askBy(
  method: ContinuationMethod,
  ability: KnownAbility,
  provider: Provider,
  around: Surroundings,
): PreparedMethod['ask'] {
  if (method === 'raw') return askRaw(ability, around)
  if (method === 'prefix') {
    const spelling = provider.spellings.find(({ name }) => name === ability.spelling)
    return spelling === undefined ? async () => null : askPrefix(ability, spelling, around)
  }
  const spelt = method === 'restart' ? restartRequest : toolCallRequest
  return async (request, written) => {
    const isTooMuch = method === 'tool-call' && ((request.tools?.length ?? 0) > 0 || isThinking(written))
    if (isTooMuch) return null
    const { sent, held, channel } = parted(written, false)
    const overlap = overlapRule(sent[channel])
    const rule = held === '' ? overlap : chainedRules(overlap, heldRule(held))
    return {
      stream: (signal) => around.chat.stream(spelt(request, sent), signal),
      join: (events) => withSeam(withoutRepetition(events, channel, rule), channel, sent[channel]),
    }
  }
}

function askPrefix(
  ability: KnownAbility,
  spelling: Spelling,
  { chat, chatAt }: Surroundings,
): PreparedMethod['ask'] {
  const { base, thoughts } = spelling
  const asked = base === undefined ? chat : chatAt?.(new URL(base, chat.server).href)
  return async (request, written) => {
    const isThought = isThinking(written)
    if (asked === undefined || (isThought && !ability.continuesReasoning)) return null
    const { sent, held, channel } = parted(written, ability.trims)
    const rule = joinRule(held, ability.echoes ? sent[channel] : '')
    // The text is only white space, which cannot be sent, so there is nothing to continue.
    const spelt = sent[channel] === '' ? request : prefixRequest(request, sent, spelling)
    const isTagged = isThought && thoughts?.in === 'tags'
    return {
      stream: (signal) => asked.stream(spelt, signal),
      join: (events) => {
        const named = isTagged ? splitThoughts(events) : events
        const text = ability.misnamesText && !isThought ? renamed(named) : named
        return rule === null ? text : withoutRepetition(text, channel, rule)
      },
    }
  }
}

function askRaw(ability: KnownAbility, { chat, fill }: Surroundings): PreparedMethod['ask'] {
  return async (request, written, signal) => {
    if ((request.tools?.length ?? 0) > 0) return null
    const template = (await fill(request.messages, signal)) ?? templateOf(chat.id, request.messages)
    if (template === null) return null
    const { sent, held, channel } = parted(written, ability.trims)
    const rule = joinRule(held, '')
    return {
      stream: (signal) => chat.stream(rawRequest(request, sent, template), signal),
      join: (events) => {
        const named = channel === 'reasoning' ? splitThoughts(events) : events
        return rule === null ? named : withoutRepetition(named, channel, rule)
      },
    }
  }
}

/** Returns what can be sent, the rest, and the channel in which the continuation begins. */
function parted(written: Written, trims: boolean) {
  const channel: keyof Written = isThinking(written) ? 'reasoning' : 'text'
  const { sent, held } = trimPrefix(written[channel], trims)
  return { sent: { ...written, [channel]: sent }, held, channel }
}

function joinRule(held: string, echo: string): HeadRule | null {
  if (echo === '') return held === '' ? null : heldRule(held)
  return held === '' ? echoRule(echo) : chainedRules(echoRule(echo), heldRule(held))
}

/** Splits off what cannot be sent: half a character, and white space at the end if the server loses it. */
function trimPrefix(text: string, trims: boolean) {
  const whole = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text
  const sent = trims ? whole.trimEnd() : whole
  return { sent, held: text.slice(sent.length) }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
