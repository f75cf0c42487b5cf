/** Settings of language models: one server, model and key for everything, and another of each for any role. */
import { z } from 'zod'
import { DEFAULT_RETRIES } from '../../models/index.ts'

/** Who asks: the steps of the loop and the pipeline that have a model of their own. */
export const ROLES = [
  'proposer',
  'monitor',
  'querier',
  'sifter',
  'injector',
  'corrector',
  'refiner',
  'evaluator',
  'ranker',
  'judge',
  'reader',
  'summariser',
  'openie',
] as const
export type Role = (typeof ROLES)[number]

const milliseconds = z.coerce.number().int().min(100).max(86_400_000)
const RoleSettings = z
  .strictObject({ url: z.url().optional(), model: z.string().optional(), key: z.string().optional() })
  .readonly()
type RoleSettings = z.infer<typeof RoleSettings>

export const MODEL_SETTINGS = {
  llmUrl: z
    .url()
    .optional()
    .describe('Base URL of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1.'),
  llmModel: z.string().optional().describe('Chat model asked there.'),
  llmKey: z.string().optional().describe('Key sent there, where the server wants one.'),
  llmRoles: z
    .partialRecord(z.enum(ROLES), RoleSettings)
    .default({})
    .describe(
      `Another server for one role; \`…_MODEL\` and \`…_KEY\` likewise. A server of its own gets only a key of its own. Roles: ${ROLES.join(', ')}.`,
    ),
  llmContext: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(10_000_000)
    .default(8_192)
    .describe('Context window of the chat model, tokens.'),
  llmFirstTokenMs: milliseconds
    .default(120_000)
    .describe('Time from a question to the first token of its answer, milliseconds.'),
  llmBetweenTokensMs: milliseconds.default(60_000).describe('Time between two tokens, milliseconds.'),
  llmTotalMs: milliseconds.default(1_800_000).describe('Time for a whole answer, milliseconds.'),
  llmRetries: z.coerce
    .number()
    .int()
    .min(0)
    .max(20)
    .default(DEFAULT_RETRIES.maxRetries)
    .describe('How often a question is asked again after a failure that may pass.'),
  llmRetryWaitMs: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(DEFAULT_RETRIES.firstWaitMs)
    .describe('Wait before the first retry, milliseconds; each one after it is twice as long.'),
  llmConcurrency: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(16)
    .describe('Questions asked of one server at once.'),
  llmTokensPerMinute: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('Prompt and completion tokens asked of one server in a minute; 0 for no limit.'),
}

/** Who may watch a stream: nobody; the words alone; a model; the probabilities of tokens; a model where the words speak of doubt; all helpers by models, as published. */
export const MONITOR_NAMES = ['off', 'lexical', 'model', 'logprob', 'cascade', 'published'] as const
export type MonitorName = (typeof MONITOR_NAMES)[number]

export const STREAM_SETTINGS = {
  monitor: z
    .enum(MONITOR_NAMES)
    .default('lexical')
    .describe(
      `Who watches the streams of \`gloss think\` and of /v1: ${MONITOR_NAMES.join(', ')}. Querier, sifter and injector ask a model where their role has one of its own, and all do with \`published\`.`,
    ),
  continuation: z
    .enum(['auto', 'raw', 'prefix', 'tool-call', 'restart'])
    .default('auto')
    .describe(
      'How a model that was stopped is made to go on; `auto` takes the best way that its server knows.',
    ),
}

export const STREAM_ENV_NAMES: Readonly<Record<keyof typeof STREAM_SETTINGS, string>> = {
  monitor: 'GLOSS_MONITOR',
  continuation: 'GLOSS_CONTINUATION',
}

export const MODEL_ENV_NAMES: Readonly<Record<keyof typeof MODEL_SETTINGS, string>> = {
  llmUrl: 'GLOSS_LLM_URL',
  llmModel: 'GLOSS_LLM_MODEL',
  llmKey: 'GLOSS_LLM_KEY',
  llmRoles: 'GLOSS_LLM_<ROLE>_URL',
  llmContext: 'GLOSS_LLM_CONTEXT',
  llmFirstTokenMs: 'GLOSS_LLM_FIRST_TOKEN_MS',
  llmBetweenTokensMs: 'GLOSS_LLM_BETWEEN_TOKENS_MS',
  llmTotalMs: 'GLOSS_LLM_TOTAL_MS',
  llmRetries: 'GLOSS_LLM_RETRIES',
  llmRetryWaitMs: 'GLOSS_LLM_RETRY_WAIT_MS',
  llmConcurrency: 'GLOSS_LLM_CONCURRENCY',
  llmTokensPerMinute: 'GLOSS_LLM_TOKENS_PER_MINUTE',
}

const OF_ROLE = /^GLOSS_LLM_([A-Z]+)_(URL|MODEL|KEY)$/

/** `GLOSS_LLM_MONITOR_MODEL` and its like, by role; roles that do not exist are in it, too, so that they can be refused. */
export function rolesOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, Record<string, string>> {
  const roles: Record<string, Record<string, string>> = {}
  for (const [name, value] of Object.entries(env)) {
    const [, role, field] = OF_ROLE.exec(name) ?? []
    if (role === undefined || field === undefined || !value) continue
    roles[role.toLowerCase()] = { ...roles[role.toLowerCase()], [field.toLowerCase()]: value }
  }
  return roles
}

/** What a person may see of the roles: no keys. */
export function describeRoles(roles: Readonly<Partial<Record<Role, RoleSettings>>>): string {
  return Object.entries(roles)
    .map(([role, { url, model, key }]) => {
      const parts = [model, url && `at ${url}`, key && '(key set)']
      return `${role}: ${parts.filter((part) => part !== undefined).join(' ')}`
    })
    .join('; ')
}

export interface RoleModel {
  readonly url: string | undefined
  readonly model: string | undefined
  readonly key: string | undefined
}

interface Models {
  readonly llmUrl?: string | undefined
  readonly llmModel?: string | undefined
  readonly llmKey?: string | undefined
  readonly llmRoles: Readonly<Partial<Record<Role, RoleSettings>>>
}

/** Without a role, or where the role has none of its own, the default. A key is never sent to another server than it was set for. */
export function modelOf({ llmUrl, llmModel, llmKey, llmRoles }: Models, role?: Role): RoleModel {
  const own = (role === undefined ? undefined : llmRoles[role]) ?? {}
  return {
    url: own.url ?? llmUrl,
    model: own.model ?? llmModel,
    key: own.key ?? (own.url === undefined ? llmKey : undefined),
  }
}
