/** Opens the chat models that the configuration names. */
import { join } from 'node:path'
import { GlossError, systemClock } from '../../core/index.ts'
import { openAbilityFile } from '../../models/adapters/ability-file.ts'
import { openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import { openServerInquiry } from '../../models/adapters/server-inquiry.ts'
import {
  type AbilityMemory,
  type ChatModel,
  type ContinuingChat,
  completing,
  createContinuingChat,
  createLimits,
  createRetries,
  type Ledger,
  type Limits,
  type StreamingChat,
  withLedger,
  withLimits,
} from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import { modelOf, ROLES, type Role } from '../config/model-settings.ts'
import { createModelWindows, type ModelWindow } from './model-windows.ts'

export interface ChatChoice {
  /** Role whose model is used. Default: the default model. */
  readonly role?: Role | undefined
  /** Name that the ledger counts the calls under. Default: the role. */
  readonly countedAs?: string | undefined
  /** Counts the calls. */
  readonly ledger?: Ledger | undefined
  /** Model or key to use instead at the configured server. */
  readonly model?: string | undefined
  readonly key?: string | undefined
  /** True for a client's requests that are passed on: the configured limits apply only to requests of Gloss itself. */
  readonly isUnlimited?: boolean | undefined
}

export interface Chats {
  /** Opens a model. `purpose` begins the sentence of `MODEL_UNCONFIGURED`, which is thrown if its address or name is not set. */
  open(purpose: string, choice?: ChatChoice): ChatModel & StreamingChat
  /** Opens a model whose answer can be stopped and continued. Throws as `open` does. */
  openContinuing(purpose: string, choice?: ChatChoice): ContinuingChat
  /** What this and earlier processes found out about model servers. */
  readonly servers: Pick<AbilityMemory, 'list' | 'clear'>
  /** Returns the context window of a role's model, or of the default model without a role. Never throws. */
  window(role?: Role): Promise<ModelWindow>
}

/** Creates the chat models. Those of the same server and key share its limits, and what was learnt about the server. */
export function createChats(config: Config): Chats {
  const retries = createRetries(
    { maxRetries: config.llmRetries, firstWaitMs: config.llmRetryWaitMs },
    systemClock,
    Math.random,
  )
  const memory = openAbilityFile(join(config.workspace, 'model-servers.json'))
  const limitsByServer = new Map<string, Limits>()
  const deadlines = {
    firstTokenMs: config.llmFirstTokenMs,
    betweenTokensMs: config.llmBetweenTokensMs,
    totalMs: config.llmTotalMs,
  }

  function limitsOf(server: string): Limits {
    const known = limitsByServer.get(server)
    if (known !== undefined) return known
    const tokensPerMinute = config.llmTokensPerMinute === 0 ? null : config.llmTokensPerMinute
    const limits = createLimits({ maxConcurrent: config.llmConcurrency, tokensPerMinute }, systemClock)
    limitsByServer.set(server, limits)
    return limits
  }

  function openAt(
    { url, model, key }: ChatServer,
    { role, countedAs, ledger, isUnlimited = false }: ChatChoice,
  ) {
    const asked = openOpenAiStream({ url, model, key, deadlines })
    const limited = isUnlimited ? asked : withLimits(asked, limitsOf(`${asked.server} ${key ?? ''}`))
    const counted =
      ledger === undefined
        ? limited
        : withLedger(limited, ledger, countedAs ?? role ?? 'default', systemClock)
    return completing(counted, retries)
  }

  return {
    servers: memory,
    window: createModelWindows(config),
    open: (purpose, choice = {}) => openAt(chatServer(config, purpose, choice), choice),
    openContinuing(purpose, choice = {}) {
      const server = chatServer(config, purpose, choice)
      return createContinuingChat({
        chat: openAt(server, choice),
        chatAt: (url) => openAt({ ...server, url }, choice),
        inquiry: openServerInquiry({ url: server.url, key: server.key }),
        memory,
        ...(config.continuation === 'auto' ? {} : { method: config.continuation }),
      })
    },
  }
}

interface ChatServer {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

function chatServer(config: Config, purpose: string, choice: ChatChoice): ChatServer {
  const { url, model: own, key } = modelOf(config, choice.role)
  const model = choice.model ?? own
  if (url === undefined || model === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      `${purpose} need GLOSS_LLM_URL and GLOSS_LLM_MODEL; ${url === undefined ? 'GLOSS_LLM_URL' : 'GLOSS_LLM_MODEL'} is not set.`,
    )
  return { url, model, key: key ?? choice.key }
}

/** Returns whether a question can cost tokens of a chat model, in any role. */
export function hasAnyChat(config: Config): boolean {
  return [undefined, ...ROLES].some((role) => hasChat(config, role))
}

export function hasChat(config: Config, role?: Role): boolean {
  const { url, model } = modelOf(config, role)
  return url !== undefined && model !== undefined
}
