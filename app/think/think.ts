/** A model's turn over a corpus: the loop of monitor/ with the ports that the configuration names. */
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
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { monitorPorts, openSifter } from '../wiring/monitor-ports.ts'
import { knownNames, warmUp } from './known-names.ts'
import { sandboxFunctions } from './sandbox-functions.ts'
import { checkBackend, findEvidence, searchTexts } from './search-corpus.ts'
import { resolvedFilter, type WatchChoice, type WatchPlan, watchPlan } from './watch-plan.ts'

export const CODE_MODES = ['off', 'fresh', 'kept'] as const
export type CodeMode = (typeof CODE_MODES)[number]

export interface ThinkingRequest extends WatchChoice {
  readonly request: ChatRequest
  /** Of the corpus that is read in. */
  readonly session: CorpusSession
  /** Whether `<code>` blocks run in the sandbox: each in a fresh interpreter, the published way, or all in one. `off` where absent. */
  readonly code?: CodeMode | undefined
  /** Another model, and the client's own key, in place of the configured ones. */
  readonly model?: string | undefined
  readonly key?: string | undefined
  /** A client's own turn, which it would ask for without us, too: only helpers are held to the limits of the configuration. */
  readonly isUnlimited?: boolean
  readonly agent?: Partial<AgentSettings>
  /** Where something was asked for the turn already; else one of its own. */
  readonly ledger?: Ledger | undefined
}

export interface Thinking {
  /** Name of the model that is asked. */
  readonly model: string
  readonly plan: WatchPlan
  /** Asks when the first is asked for. Ends with one `finish`; throws what no retry helped against. */
  readonly thoughts: AsyncIterable<Thought>
  /** By role; whole when the thoughts have ended. */
  readonly ledger: Ledger
}

const PURPOSE = 'Model turns'
/** A plain turn may be empty, and needs no tags around its answer. */
const PLAIN_TURN: Partial<AgentSettings> = { maxEmpties: 0 }

/**
 * Throws what would keep the turn from being helped at all, before a model is asked: `MODEL_UNCONFIGURED`, `GRAPH_MISSING`, `INPUT_INVALID`,
 * `PAPER_NOT_FOUND`.
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
  const chat = chats.openContinuing(PURPOSE, { role: 'proposer', ledger, model, key, isUnlimited })
  const helper = (role: Role) =>
    chats.open(`Calls to the ${role}`, { role, ledger, ...clientsChoice(config, role, { model, key }) })
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
  const thoughts = think(task, { chat, assist: inquiry, execute, clock: systemClock }, signal)
  return { model: chat.id, plan, thoughts: finishing(thoughts, ledger, interpreter), ledger }
}

/** True where a model can be asked for turns. */
export function canAskModel(config: Config): boolean {
  return hasChat(config, 'proposer')
}

/** Finds out how the model resumes a stopped text, where that is not known yet: some short questions, once for a server and model. */
export async function prepareModel(
  { chats }: Gloss,
  { model, key }: Pick<ThinkingRequest, 'model' | 'key'>,
  signal: AbortSignal,
): Promise<ContinuationAbility> {
  return await chats.openContinuing(PURPOSE, { role: 'proposer', model, key }).prepare(signal)
}

/** A client's model and key are for the server that it asks: a helper elsewhere gets neither, one with a model of its own keeps it. */
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

/** Counts what was thrown away behind cuts, and closes the interpreter however the turn ends. */
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
