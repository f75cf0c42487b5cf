/** Creates a chat that continues a stopped text by the best method that its server accepts. */
import { type Clock, GlossError, isRecord, messageOf, systemClock } from '../../core/index.ts'
import type { ChatEvent, ChatMessage, ChatRequest, ContinuationMethod, StreamingChat } from '../ports.ts'
import { type AbilityMemory, createAbilityMemory, type KnownAbility } from './ability-memory.ts'
import { firstTaken, type MethodAnswer, type MethodRefusal, refusesAnyText } from './ask-methods.ts'
import type { FilledTemplate } from './chat-templates.ts'
import { createOnce } from './once.ts'
import type { ContinuingChat, ServerInquiry, Written } from './ports.ts'
import { abilityFor, probe } from './probe.ts'
import {
  PROVIDERS,
  type Provider,
  providerNamed,
  providerOfHost,
  type Spelling,
  UNKNOWN_PROVIDER,
} from './provider-table.ts'
import { createSlotRelease } from './slot-release.ts'
import { methodsFrom, type Surroundings } from './strategies.ts'
import { isThinking } from './strategy-requests.ts'

export interface ContinuingOptions {
  readonly chat: StreamingChat
  /** Opens the same model at another base URL. Without it, spellings that need one are skipped. */
  readonly chatAt?: (server: string) => StreamingChat
  /** Identifies servers. Without it, they are identified by their address or by trying. */
  readonly inquiry?: ServerInquiry
  /** Default: a memory of this process only. */
  readonly memory?: AbilityMemory
  /** First method to try, whatever the server supports. */
  readonly method?: ContinuationMethod
  readonly clock?: Clock
}

export function createContinuingChat(options: ContinuingOptions): ContinuingChat {
  const { chat, memory = createAbilityMemory(), inquiry, method, clock = systemClock } = options
  const host = providerOfHost(chat.server)
  const finding = createOnce(find)
  const settling = createSlotRelease(clock)

  function known(): KnownAbility | null {
    const certain = host?.isCertain ? bestOf(host, options.chatAt !== undefined) : null
    const ability = memory.get(chat.server, chat.id) ?? certain
    return ability === null ? null : forced(ability)
  }

  async function prepare(signal: AbortSignal): Promise<KnownAbility> {
    signal.throwIfAborted()
    return known() ?? forced(await finding(signal))
  }

  async function find(signal: AbortSignal): Promise<KnownAbility> {
    const provider = await recognised(chat.server, inquiry, signal)
    const { ability, isSure, why } = await probe(provider, surroundings(provider), signal)
    if (isSure) memory.set(chat.server, chat.id, ability, why)
    return ability
  }

  function surroundings({ templatePath }: Provider): Surroundings {
    return { ...options, fill: createFill(templatePath, inquiry) }
  }

  function forced(ability: KnownAbility): KnownAbility {
    if (method === undefined || method === ability.rung) return ability
    return { ...abilityBy(providerNamed(ability.provider), method), counts: ability.counts }
  }

  function watched(events: AsyncIterable<ChatEvent>, ability: KnownAbility | null): AsyncIterable<ChatEvent> {
    const mayHaveSlots = ability === null || providerNamed(ability.provider).hasSlots === true
    return mayHaveSlots ? settling.watch(events) : events
  }

  async function* goOn(
    request: ChatRequest,
    written: Written,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    const before = known()
    const ability = before ?? (await prepare(signal))
    const provider = providerNamed(ability.provider)
    if (provider.hasSlots) await settling.settle(signal)
    const methods = methodsFrom(provider, ability, surroundings(provider))
    const taken = await firstTaken(methods, counted(request, ability), written, signal)
    if (taken.refused !== null) await change(taken.refused, taken.ability, written, signal)
    yield* methodTaken(before, taken)
    yield* watched(taken.events, ability)
  }

  /** Remembers that the server accepted a later method after it refused an earlier one. */
  async function change(
    { first, refusal }: MethodRefusal,
    taken: KnownAbility,
    written: Written,
    signal: AbortSignal,
  ) {
    const isThought = isThinking(written)
    if (!(await refusesAnyText(first, isThought, signal))) return
    const ability = isThought ? { ...first.ability, continuesReasoning: false } : taken
    const what = isThought ? 'Thoughts' : 'A text'
    const why = `${what} to be continued by ${first.ability.rung} was refused, as was a neutral one: ${messageOf(refusal)}`
    memory.change(chat.server, chat.id, ability, why)
  }

  return {
    id: chat.id,
    server: chat.server,
    known,
    prepare,
    stream(request, written, signal) {
      const isPlain = written.text === '' && written.reasoning === ''
      if (!isPlain) return goOn(request, written, signal)
      const ability = known()
      return watched(chat.stream(counted(request, ability), signal), ability)
    },
  }
}

/** Returns the request with the fields for running counts, if the server supports them. */
function counted(request: ChatRequest, ability: KnownAbility | null): ChatRequest {
  const { counting } = ability?.counts ? providerNamed(ability.provider) : {}
  return counting === undefined ? request : { ...request, extraBody: { ...counting, ...request.extraBody } }
}

/** Yields a `method` event unless the method was known before. */
function* methodTaken(before: KnownAbility | null, { ability, refused }: MethodAnswer): Iterable<ChatEvent> {
  const { rung } = ability
  if (rung === before?.rung) return
  const error = refused?.refusal
  const refusal = error instanceof GlossError ? { code: error.code, message: error.message } : null
  yield { type: 'method', method: rung, refusal }
}

/** Returns the ability from the table of providers, for those that need no probe. */
function bestOf(provider: Provider, isElsewhereOpen: boolean): KnownAbility {
  const isOpen = ({ base }: Spelling) => base === undefined || isElsewhereOpen
  const method =
    provider.rungs.find((name) => name !== 'prefix' || provider.spellings.some(isOpen)) ?? 'restart'
  return abilityBy(provider, method)
}

function abilityBy(provider: Provider, method: ContinuationMethod): KnownAbility {
  return abilityFor(provider, method, method === 'prefix' ? (provider.spellings[0] ?? null) : null)
}

/** Creates a function that has the server fill its own chat template, the most reliable way to a raw completion. */
function createFill(path: string | undefined, inquiry: ServerInquiry | undefined) {
  return async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<FilledTemplate | null> => {
    if (path === undefined || inquiry === undefined) return null
    const turns = messages.map(({ role, content }) => ({ role, content }))
    const answer = await inquiry.ask(path, { messages: turns }, signal)
    return isRecord(answer) && typeof answer['prompt'] === 'string'
      ? { prompt: answer['prompt'], stop: [] }
      : null
  }
}

/** Returns the row of the table for a server, by its address, else by its answers to cheap requests. */
async function recognised(
  server: string,
  inquiry: ServerInquiry | undefined,
  signal: AbortSignal,
): Promise<Provider> {
  const host = providerOfHost(server)
  if (host !== null || inquiry === undefined) return host ?? UNKNOWN_PROVIDER
  for (const provider of PROVIDERS) {
    if (provider.sign === undefined) continue
    if (isSigned(await inquiry.ask(provider.sign.path, null, signal), provider.sign)) return provider
  }
  return UNKNOWN_PROVIDER
}

function isSigned(answer: unknown, { keys = [], words }: NonNullable<Provider['sign']>): boolean {
  if (words !== undefined) return typeof answer === 'string' && answer.includes(words)
  return isRecord(answer) && keys.every((key) => key in answer)
}
