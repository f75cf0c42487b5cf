/** Runs a model's turn over a corpus: the loop of monitor/ with the ports that the configuration names. */
import { systemClock } from '../../core/index.ts'
import {
  type ChatRequest,
  type ContinuationAbility,
  createLedger,
  estimateTokens,
  type Ledger,
} from '../../models/index.ts'
import { type AgentSettings, type Execute, loopSettingsOf, type Thought, think } from '../../monitor/index.ts'
import { withSearches } from '../../solver/index.ts'
import type { CodeSession, GuestFunctions } from '../../tools/index.ts'
import { formatResult } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { modelOf, type Role } from '../config/model-settings.ts'
import { hasChat } from '../wiring/chat-models.ts'
import { checkPrices } from '../wiring/check-prices.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { helperRoles, monitorPorts, openSifter } from '../wiring/monitor-ports.ts'
import { asksRetriever } from '../wiring/retrieval-backends.ts'
import { type HeldTurn, holdTurn, type TurnBudget } from './held-turn.ts'
import { knownNames, warmUp } from './known-names.ts'
import { sandboxFunctions } from './sandbox-functions.ts'
import { checkBackend, findEvidence, searchTexts } from './search-corpus.ts'
import { resolvedFilter, type WatchChoice, type WatchPlan, watchPlan } from './watch-plan.ts'

export const CODE_MODES = ['off', 'fresh', 'kept'] as const
export type CodeMode = (typeof CODE_MODES)[number]

export interface ThinkingRequest extends WatchChoice {
  readonly request: ChatRequest
  /** Session of the corpus that is searched. */
  readonly session: CorpusSession
  /** How `<code>` blocks run in the sandbox: each in a fresh interpreter, as published, or all in one. Default: `off`. */
  readonly code?: CodeMode | undefined
  /** Model and client's key to use instead of the configured ones. */
  readonly model?: string | undefined
  readonly key?: string | undefined
  /** True for a client's own turn, which it would ask for in any case: then only helpers are subject to the configured limits. */
  readonly isUnlimited?: boolean
  readonly agent?: Partial<AgentSettings>
  /** Budget of the turn, with which it is also cut when it repeats itself. Default: none. */
  readonly budget?: TurnBudget | undefined
  /** Ledger of earlier calls for the turn. Default: a new one. */
  readonly ledger?: Ledger | undefined
}

export interface Thinking {
  /** Name of the model. */
  readonly model: string
  readonly plan: WatchPlan
  /** Thoughts of the turn; reading the first asks the model. Ends with one `finish`; throws errors that retries did not solve. */
  readonly thoughts: AsyncIterable<Thought>
  /** Ledger by role; complete when the thoughts have ended. */
  readonly ledger: Ledger
}

const PURPOSE = 'Model turns'
/** Settings of a plain turn, which may be empty and needs no tags around its answer. */
const PLAIN_TURN: Partial<AgentSettings> = { maxEmpties: 0 }

/**
 * Opens a turn. Throws the errors that would keep it from being helped, before a model is asked: `MODEL_UNCONFIGURED`, `GRAPH_MISSING`,
 * `INPUT_INVALID`, `PAPER_NOT_FOUND`.
 */
export async function openThinking(
  gloss: Gloss,
  asked: ThinkingRequest,
  signal: AbortSignal,
): Promise<Thinking> {
  const { config, chats } = gloss
  const { session, code = 'off', model, key, isUnlimited } = asked
  const plan = watchPlan(config, asked)
  const { monitor, backend, settings } = plan
  if (monitor !== 'off' || code !== 'off') await checkBackend(session, backend)
  const filter = await resolvedFilter(session, plan.filter)
  const ledger = asked.ledger ?? createLedger(gloss.prices)
  const opened = chats.openContinuing(PURPOSE, { role: 'proposer', ledger, model, key, isUnlimited })
  const held = heldTurn(gloss, { ...asked, plan, ledger, model: opened.id }, signal)
  const chat = held?.chat(opened) ?? opened
  const helper = (role: Role) => {
    const choice = clientsChoice(config, role, { model, key })
    const chat = chats.open(`Calls to the ${role}`, { role, ledger, ...choice })
    return held?.helper(chat) ?? chat
  }
  const inquiry =
    monitor === 'off'
      ? null
      : monitorPorts(monitor, settings, {
          config,
          plugIn: gloss.plugIns.monitor,
          names: knownNames(session),
          chat: helper,
          find: (query, k, signal) =>
            findEvidence(session, { backend, k, filter }, { query, signal, ledger }),
        })
  warmUp(session)
  const sifter = code === 'off' ? null : openSifter(plan, { config, chat: helper })
  const search = { backend, k: settings.k, filter, sifter }
  const functions = sandboxFunctions(gloss, {
    search: (query, signal) => searchTexts(session, search, { query, signal, ledger }),
    ledger,
  })
  const interpreter = code === 'off' ? null : openInterpreter(gloss, functions, code)
  const task = {
    request: asked.request,
    settings: loopSettingsOf(settings),
    agent: { ...PLAIN_TURN, ...asked.agent },
  }
  const execute = interpreter?.execute ?? null
  const ports = { chat, assist: inquiry, execute, clock: systemClock }
  const thoughts = finishing(think(task, ports, held?.signal ?? signal), ledger, interpreter)
  return { model: chat.id, plan, thoughts: held?.within(thoughts) ?? thoughts, ledger }
}

interface BudgetedTurn extends Pick<ThinkingRequest, 'budget' | 'session'> {
  readonly plan: WatchPlan
  readonly ledger: Ledger
  readonly model: string
}

/** Returns the holder of the turn; null without a budget. Throws `INPUT_INVALID` for a cost budget without the price of every model. */
function heldTurn(
  { config, prices }: Gloss,
  { budget, session, plan, ledger, model }: BudgetedTurn,
  signal: AbortSignal,
): HeldTurn | null {
  if (budget === undefined) return null
  const { monitor, settings, backend } = plan
  const roles: readonly Role[] = [
    ...(monitor === 'off' ? [] : helperRoles(config, monitor, settings)),
    ...(asksRetriever(config, backend) ? (['retriever'] as const) : []),
  ]
  const helpers = roles.map((role) => ({ role, model: modelOf(config, role).model ?? model }))
  const { model: embedder } = session.embedder
  const all = [
    { role: 'proposer', model },
    ...helpers,
    ...(embedder === undefined ? [] : [{ role: 'embedder', model: embedder }]),
  ]
  checkPrices({ prices }, all, { cost: budget.cost ?? null })
  return holdTurn(budget, { ledger, prices, signal, hasHelpers: helpers.length > 0 })
}

export function canAskModel(config: Config): boolean {
  return hasChat(config, 'proposer')
}

/** Finds out, unless that is known, how the model resumes a stopped text: some short questions, once for a server and model. */
export async function prepareModel(
  { chats }: Gloss,
  { model, key }: Pick<ThinkingRequest, 'model' | 'key'>,
  signal: AbortSignal,
): Promise<ContinuationAbility> {
  return await chats.openContinuing(PURPOSE, { role: 'proposer', model, key }).prepare(signal)
}

/** Returns the client's model and key, for its server only: a helper on another server gets neither, one with its own model keeps it. */
function clientsChoice(
  config: Config,
  role: Role,
  { model, key }: Pick<ThinkingRequest, 'model' | 'key'>,
): Pick<ThinkingRequest, 'model' | 'key'> {
  const isElsewhere = modelOf(config, role).url !== modelOf(config, 'proposer').url
  return isElsewhere ? {} : { model: config.llmRoles[role]?.model ?? model, key }
}

interface Interpreter {
  readonly execute: Execute
  close(): Promise<void>
}

function openInterpreter(
  gloss: Gloss,
  functions: GuestFunctions,
  mode: Exclude<CodeMode, 'off'>,
): Interpreter {
  let session: CodeSession | null = null
  return {
    async execute(code, signal) {
      const sandbox = await gloss.sandbox()
      if (mode === 'kept') session ??= sandbox.openSession()
      const interpreter = session ?? sandbox
      return await withSearches(functions, async (recorded) =>
        formatResult(await interpreter.run(code, { signal, functions: recorded })),
      )
    },
    async close() {
      await session?.close()
    },
  }
}

/** Counts the text discarded after cuts, and closes the interpreter however the turn ends. */
async function* finishing(
  thoughts: AsyncIterable<Thought>,
  ledger: Ledger,
  interpreter: Interpreter | null,
): AsyncGenerator<Thought> {
  try {
    for await (const thought of thoughts) {
      if (thought.type === 'trace' && 'discarded' in thought.event)
        ledger.discard('proposer', estimateTokens(thought.event.discarded))
      yield thought
    }
  } finally {
    await interpreter?.close()
  }
}
