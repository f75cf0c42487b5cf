/** The chat models that the configuration names, for whoever in the app needs one. */
import { GlossError, systemClock } from '../core/index.ts'
import { openOpenAiStream } from '../models/adapters/openai-stream.ts'
import {
  type ChatModel,
  completing,
  createLedger,
  createLimits,
  createRetries,
  type Ledger,
  type Limits,
  readPrices,
  type StreamingChat,
  withLedger,
  withLimits,
} from '../models/index.ts'
import type { Config } from './config.ts'
import { modelOf, type Role } from './model-settings.ts'

export interface Chats {
  /** What all of them were asked so far. */
  readonly ledger: Ledger
  /** `purpose` begins the sentence of `MODEL_UNCONFIGURED`, which is thrown where address or model is not set. */
  open(purpose: string, role?: Role): ChatModel & StreamingChat
}

/** Chats with one ledger; those of the same server and key share its limits. */
export function createChats(config: Config): Chats {
  const ledger = createLedger(readPrices())
  const retries = createRetries({}, systemClock, Math.random)
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

  return {
    ledger,
    open(purpose, role) {
      const { url, model, key } = modelOf(config, role)
      if (url === undefined || model === undefined)
        throw new GlossError(
          'MODEL_UNCONFIGURED',
          `${purpose} need GLOSS_LLM_URL and GLOSS_LLM_MODEL; ${url === undefined ? 'the first' : 'the second'} is not set.`,
        )
      const asked = openOpenAiStream({ url, model, key, deadlines })
      const limited = withLimits(asked, limitsOf(`${asked.server} ${key ?? ''}`))
      return completing(withLedger(limited, ledger, role ?? 'default', systemClock), retries)
    },
  }
}

const opened = new WeakMap<Config, Chats>()

/** The chats of a configuration: whoever asks with the same one shares limits and ledger. */
export function chatsOf(config: Config): Chats {
  const chats = opened.get(config) ?? createChats(config)
  opened.set(config, chats)
  return chats
}

/** Throws `MODEL_UNCONFIGURED` as `Chats.open` does. */
export function openChat(config: Config, purpose: string, role?: Role): ChatModel & StreamingChat {
  return chatsOf(config).open(purpose, role)
}

export function hasChat(config: Config, role?: Role): boolean {
  const { url, model } = modelOf(config, role)
  return url !== undefined && model !== undefined
}
