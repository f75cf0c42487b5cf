/** A chat that continues where it was stopped, by the best method that its server takes. */
import { type Clock, GlossError, systemClock } from '../../core/index.ts'
import { BrokenAnswerError, isTooLong } from '../chat/chat-error.ts'
import type { ChatEvent, ChatRequest, StreamingChat } from '../ports.ts'
import { type AbilityMemory, createAbilityMemory, type KnownAbility } from './ability-memory.ts'
import { createOnce } from './once.ts'
import type { ContinuationMethod, ContinuingChat, ServerInquiry, Written } from './ports.ts'
import { abilityFor, probe } from './probe.ts'
import { type Provider, providerNamed, providerOfHost, type Spelling } from './provider-table.ts'
import { recognised } from './recognise.ts'
import { createFill } from './server-template.ts'
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

// Refusals that may be about the method: the form of the request, or a missing path.
const ABOUT_FORM: ReadonlySet<unknown> = new Set([400, 404, 405, 415, 422])

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
    const { ability, isSure } = await probe(provider, surroundings(provider), signal)
    if (isSure) memory.set(chat.server, chat.id, ability)
    return ability
  }

  function surroundings({ templatePath }: Provider): Surroundings {
    return { ...options, fill: createFill(templatePath, inquiry) }
  }

  function forced(ability: KnownAbility): KnownAbility {
    if (method === undefined || method === ability.rung) return ability
    return { ...abilityBy(providerNamed(ability.provider), method), counts: ability.counts }
  }

  /** `request`, to be counted as it is answered where the server can. */
  function counted(request: ChatRequest, ability: KnownAbility | null): ChatRequest {
    const { counting } = ability?.counts ? providerNamed(ability.provider) : {}
    return counting === undefined ? request : { ...request, extraBody: { ...counting, ...request.extraBody } }
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
    const ability = known() ?? (await prepare(signal))
    const provider = providerNamed(ability.provider)
    if (provider.hasSlots) await settling.settle(signal)
    let refusal: unknown = null
    for (const prepared of methodsFrom(provider, ability, surroundings(provider))) {
      const asked = await prepared.ask(counted(request, ability), written, signal)
      const answer = asked === null ? { refusal } : await begun(asked.join(asked.stream(signal)))
      if ('refusal' in answer) {
        refusal = answer.refusal
        continue
      }
      if (refusal !== null) remember(ability, prepared.ability, written)
      return yield* watched(answer.events, ability)
    }
    throw refusal
  }

  /** The server took a later method after it refused an earlier one. */
  function remember(refused: KnownAbility, taken: KnownAbility, written: Written): void {
    const ability = isThinking(written) ? { ...refused, continuesReasoning: false } : taken
    memory.set(chat.server, chat.id, ability)
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

type Begun = { readonly events: AsyncIterable<ChatEvent> } | { readonly refusal: unknown }

/** Waits for the first event, which shows whether the server takes what was asked. */
async function begun(events: AsyncIterable<ChatEvent>): Promise<Begun> {
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
  // A text that is too long is no reason to change the method.
  if (error.code !== 'MODEL_REFUSED' || isTooLong(error)) return false
  return ABOUT_FORM.has(error.facts['status'])
}
