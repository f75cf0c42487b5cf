/** Settings of language models: a default server, model and key, and separate ones for any role. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DEFAULT_RETRIES } from '../../models/index.ts'
import { listNames } from './experimental-names.ts'
import { serverAddress } from './server-address.ts'
import { count, text, usualCount } from './setting-fields.ts'

/** Steps of the loop and the pipeline that can have their own model. */
const STEP_ROLES = [
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
  'retriever',
  'summariser',
  'openie',
  'synthesiser',
  'curator',
] as const

/** Written by `npm run docs`, so that reading the settings does not load every pattern of the solver. */
const PATTERN_ROLES = JSON.parse(
  readFileSync(new URL('./pattern-roles.json', import.meta.url), 'utf8'),
) as readonly string[]

/** All roles: those of the steps, and those of every pattern of the solver. */
export const ROLES: readonly string[] = [...new Set<string>([...STEP_ROLES, ...PATTERN_ROLES])]
export type Role = string

/** Tokens of a context window if neither the settings nor the server give its size. */
export const DEFAULT_CONTEXT = 8_192

const milliseconds = count(100, 86_400_000)
const RoleSettings = z
  .strictObject({ url: serverAddress().optional(), model: z.string().optional(), key: z.string().optional() })
  .readonly()
type RoleSettings = z.infer<typeof RoleSettings>

export const MODEL_SETTINGS = {
  llmUrl: serverAddress()
    .optional()
    .describe('Base URL of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1.'),
  llmModel: text.describe('Chat model to use on that server.'),
  llmKey: text.describe('Key for that server, if it requires one.'),
  llmRoles: z
    .partialRecord(z.enum(ROLES), RoleSettings)
    .default({})
    .describe(
      `Separate server for one role; \`…_MODEL\` and \`…_KEY\` set its model and key. GLOSS_LLM_KEY is never sent to a separate server. Roles: ${ROLES.join(', ')}.`,
    ),
  llmContext: count(1_024, 10_000_000)
    .optional()
    .describe(
      `Context window of the chat model, tokens. Default: what the model's server says, otherwise ${DEFAULT_CONTEXT}.`,
    ),
  summaryTokens: count(128, 1_000_000)
    .optional()
    .describe(
      "Maximum tokens written for one summary of a paper, thinking included. Default: a quarter of the model's window, 1,024 to 8,192.",
    ),
  llmFirstTokenMs: milliseconds
    .default(120_000)
    .describe('Time limit from a request to the first token of its answer, milliseconds.'),
  llmBetweenTokensMs: milliseconds.default(60_000).describe('Time limit between two tokens, milliseconds.'),
  llmTotalMs: milliseconds.default(1_800_000).describe('Time limit for a whole answer, milliseconds.'),
  llmRetries: usualCount(DEFAULT_RETRIES.maxRetries, 0, 20).describe(
    'Maximum retries of a request after a transient failure.',
  ),
  llmRetryWaitMs: usualCount(DEFAULT_RETRIES.firstWaitMs, 1, 60_000).describe(
    'Wait before the first retry, milliseconds; each further retry waits twice as long.',
  ),
  llmConcurrency: usualCount(16, 1, 10_000).describe('Maximum concurrent requests to one server.'),
  llmTokensPerMinute: usualCount(0, 0, 1_000_000_000).describe(
    'Maximum prompt and completion tokens per minute for one server; 0 for no limit.',
  ),
}

/** Monitors: none; words; a model; token probabilities; a model if words express doubt; a model in every helper, as published. */
export const MONITOR_NAMES = [
  'off',
  'lexical',
  'model',
  'published',
  'unseen',
  'lexical+unseen',
  'logprob',
  'cascade',
] as const
export type MonitorName = (typeof MONITOR_NAMES)[number]
/** Monitors whose thresholds were chosen and never measured; help and OpenAPI say so. */
export const EXPERIMENTAL_MONITORS: readonly MonitorName[] = [
  'unseen',
  'lexical+unseen',
  'logprob',
  'cascade',
]

export const STREAM_SETTINGS = {
  monitor: z
    .enum(MONITOR_NAMES)
    .default('lexical')
    .describe(
      `Monitor that watches the streams of \`gloss think\` and /v1: ${listNames(MONITOR_NAMES, EXPERIMENTAL_MONITORS)}. The querier, sifter and injector use a model if one is set for their role, and always with \`published\`.`,
    ),
  continuation: z
    .enum(['auto', 'raw', 'prefix', 'tool-call', 'restart'])
    .default('auto')
    .describe(
      'How a stopped model is made to resume its text; `auto` picks the best method its server supports.',
    ),
}

const OF_ROLE = /^GLOSS_LLM_([A-Z]+)_(URL|MODEL|KEY)$/

/** Returns `GLOSS_LLM_MONITOR_MODEL` and similar variables by role, including roles that do not exist, so that they can be refused. */
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

/** Describes the roles for people, without keys. */
export function describeRoles(roles: Readonly<Partial<Record<Role, RoleSettings>>>): string {
  return Object.entries(roles)
    .map(([role, { url, model, key } = {}]) => {
      const parts = [model, url && `at ${url}`, key && '(key set)']
      return `${role}: ${parts.filter((part) => part !== undefined).join(' ')}`
    })
    .join('; ')
}

interface Models {
  readonly llmUrl?: string | undefined
  readonly llmModel?: string | undefined
  readonly llmKey?: string | undefined
  readonly llmRoles: Readonly<Partial<Record<Role, RoleSettings>>>
}

/** Returns the model of a role, or the default if the role has none. A key is never sent to a server that it was not set for. */
export function modelOf({ llmUrl, llmModel, llmKey, llmRoles }: Models, role?: Role) {
  const own = (role === undefined ? undefined : llmRoles[role]) ?? {}
  return {
    url: own.url ?? llmUrl,
    model: own.model ?? llmModel,
    key: own.key ?? (own.url === undefined ? llmKey : undefined),
  }
}
