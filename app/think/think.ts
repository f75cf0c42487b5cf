/** A model's turn over a corpus: the loop of monitor/ with the ports that the configuration names. */
import { systemClock } from '../../core/index.ts'
import {
  type ChatRequest,
  type ContinuationAbility,
  createLedger,
  estimateTokens,
  type Ledger,
  readPrices,
} from '../../models/index.ts'
import {
  type AgentSettings,
  type Execute,
  type LoopSettings,
  type Thought,
  think,
} from '../../monitor/index.ts'
import type { CodeSession } from '../../tools/index.ts'
import { formatResult } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { type MonitorName, modelOf, type Role } from '../config/model-settings.ts'
import { hasChat } from '../wiring/chat-models.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { monitorPorts } from '../wiring/monitor-ports.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import { findEvidence, knownNames, warmUp } from './corpus-evidence.ts'
import { sandboxFunctions } from './sandbox-functions.ts'

export const CODE_MODES = ['off', 'fresh', 'kept'] as const
export type CodeMode = (typeof CODE_MODES)[number]

export interface ThinkingRequest {
  readonly request: ChatRequest
  /** Of the corpus that is read in. */
  readonly session: CorpusSession
  readonly backend?: BackendName | undefined
  /** That of the configuration where absent. */
  readonly monitor?: MonitorName | undefined
  /** Whether `<code>` blocks run in the sandbox: each in a fresh interpreter, the published way, or all in one. `off` where absent. */
  readonly code?: CodeMode | undefined
  /** Another model, and the client's own key, in place of the configured ones. */
  readonly model?: string | undefined
  readonly key?: string | undefined
  /** A client's own turn, which it would ask for without us, too: only helpers are held to the limits of the configuration. */
  readonly isUnlimited?: boolean
  readonly settings?: Partial<LoopSettings>
  readonly agent?: Partial<AgentSettings>
}

export interface Thinking {
  /** Name of the model that is asked. */
  readonly model: string
  /** Asks when the first is asked for. Ends with one `finish`; throws what no retry helped against. */
  readonly thoughts: AsyncIterable<Thought>
  /** By role; whole when the thoughts have ended. */
  readonly ledger: Ledger
}

const PURPOSE = 'Model turns'
/** A plain turn may be empty, and needs no tags around its answer. */
const PLAIN_TURN: Partial<AgentSettings> = { maxEmpties: 0 }

/** Throws `MODEL_UNCONFIGURED`. */
export function openThinking(gloss: Gloss, asked: ThinkingRequest, signal: AbortSignal): Thinking {
  const { config } = gloss
  const { monitor = config.monitor, session, code = 'off', model, key, isUnlimited } = asked
  const ledger = createLedger(readPrices())
  const { chats } = gloss
  const chat = chats.openContinuing(PURPOSE, { role: 'proposer', ledger, model, key, isUnlimited })
  const inquiry =
    monitor === 'off'
      ? null
      : monitorPorts(monitor, {
          config,
          names: knownNames(session),
          chat: (role) =>
            chats.open(`Calls to the ${role}`, {
              role,
              ledger,
              ...clientsChoice(config, role, { model, key }),
            }),
          find: (query, k, signal) => findEvidence(session, { query, k, backend: asked.backend }, signal),
        })
  warmUp(session)
  const interpreter = code === 'off' ? null : openInterpreter(gloss, session.name, code)
  const request = monitor === 'logprob' ? { ...asked.request, topLogprobs: 1 } : asked.request
  const { settings = {} } = asked
  const task = { request, settings, agent: { ...PLAIN_TURN, ...asked.agent } }
  const execute = interpreter?.execute ?? null
  const thoughts = think(task, { chat, assist: inquiry, execute, clock: systemClock }, signal)
  return { model: chat.id, thoughts: finishing(thoughts, ledger, interpreter), ledger }
}

/** True where a model can be asked for turns. */
export function canAskModel(config: Config): boolean {
  return hasChat(config, 'proposer')
}

/** Finds out how the model can be gone on with, where nobody knows yet: some short questions, once for a server and model. */
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

function openInterpreter(gloss: Gloss, corpus: string, mode: Exclude<CodeMode, 'off'>): Interpreter {
  const functions = sandboxFunctions(gloss, corpus)
  let session: CodeSession | null = null
  return {
    async execute(code, signal) {
      const sandbox = await gloss.sandbox()
      if (mode === 'kept') session ??= sandbox.openSession()
      return formatResult(await (session ?? sandbox).run(code, { signal, functions }))
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
