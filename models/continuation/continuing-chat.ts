/** A chat that continues where it was stopped, by the best method that its server takes. */
import { type Clock, GlossError, isRecord, messageOf, systemClock } from '../../core/index.ts'
import type { ChatEvent, ChatMessage, ChatRequest, ContinuationMethod, StreamingChat } from '../ports.ts'
import { type AbilityMemory, createAbilityMemory, type KnownAbility } from './ability-memory.ts'
import { firstTaken, type MethodAnswer, type Refused, refusesAnyText } from './ask-methods.ts'
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
  /** The same model at another base address. Without it, spellings that need one are left out. */
  readonly chatAt?: (server: string) => StreamingChat
  /** Without it, servers are known by their address or by trying. */
  readonly inquiry?: ServerInquiry
  /** By default it is forgotten with the process. */
  readonly memory?: AbilityMemory
  /** The first method to try, whatever the server supports. */
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

  /** The server took a later method after it refused an earlier one. */
  async function change(
    { first, refusal }: Refused,
    taken: KnownAbility,
    written: Written,
    signal: AbortSignal,
  ) {
    const isThought = isThinking(written)
    if (!(await refusesAnyText(first, isThought, signal))) return
    const ability = isThought ? { ...first.ability, continuesReasoning: false } : taken
    const what = isThought ? 'Thoughts' : 'A text'
    const why = `${what} to be continued by ${first.ability.rung} was refused, and a neutral one, too: ${messageOf(refusal)}`
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

/** `request`, to be counted as it is answered where the server can. */
function counted(request: ChatRequest, ability: KnownAbility | null): ChatRequest {
  const { counting } = ability?.counts ? providerNamed(ability.provider) : {}
  return counting === undefined ? request : { ...request, extraBody: { ...counting, ...request.extraBody } }
}

/** None where it is the method that was known before. */
function* methodTaken(before: KnownAbility | null, { ability, refused }: MethodAnswer): Iterable<ChatEvent> {
  const { rung } = ability
  if (rung === before?.rung) return
  const error = refused?.refusal
  const refusal = error instanceof GlossError ? { code: error.code, message: error.message } : null
  yield { type: 'method', method: rung, refusal }
}

/** What the table says, where that is enough. */
function bestOf(provider: Provider, isElsewhereOpen: boolean): KnownAbility {
  const isOpen = ({ base }: Spelling) => base === undefined || isElsewhereOpen
  const method =
    provider.rungs.find((name) => name !== 'prefix' || provider.spellings.some(isOpen)) ?? 'restart'
  return abilityBy(provider, method)
}

function abilityBy(provider: Provider, method: ContinuationMethod): KnownAbility {
  return abilityFor(provider, method, method === 'prefix' ? (provider.spellings[0] ?? null) : null)
}

/** The template of a model, filled by the server that has it: the surest way to a raw completion. */
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

/** Which row of the table a server belongs to: by its address, else by what it answers to cheap questions. */
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
