/** Settings: the command line overrides the environment, which overrides `.env` (folder-settings.ts) and the defaults. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import { pluginEmbedders } from '../plugins/given-plugins.ts'
import type { PluginName } from '../plugins/plugin-names.ts'
import {
  describeRoles,
  MODEL_ENV_NAMES,
  MODEL_SETTINGS,
  rolesOfEnvironment,
  STREAM_ENV_NAMES,
  STREAM_SETTINGS,
} from './model-settings.ts'
import { QUEUE_ENV_NAMES, QUEUE_SETTINGS } from './queue-settings.ts'
import { RANKING_ENV_NAMES, RANKING_SETTINGS } from './ranking-settings.ts'
import { proxyAddresses, serverAddress } from './server-address.ts'

/** Used where none is named and the workspace has none or several. */
export const DEFAULT_CORPUS = 'main'

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const Settings = z
  .strictObject({
    workspace: z.string().min(1).default('.gloss').describe('Folder that holds the corpora.'),
    store: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional()
      .describe(
        'PostgreSQL database that keeps the corpora, `postgres://user:password@host/database`; default: files in the workspace.',
      ),
    corpus: z
      .string()
      .min(1)
      .optional()
      .describe('Corpus to use when none is named; default: the only one there is, otherwise `main`.'),
    embedder: z
      .enum(['static', 'minilm', 'openai'])
      // A plug-in that this process was given: a variable cannot load a module, since `.env` may be a stranger's.
      .or(z.custom<PluginName>((name) => typeof name === 'string' && pluginEmbedders.has(name)))
      .optional()
      .describe('Embedder to use. A corpus keeps the one it was created with; a new corpus uses `static`.'),
    models: z
      .string()
      .optional()
      .describe('Folder with local models, laid out as `Xenova/all-MiniLM-L6-v2/onnx/…`.'),
    ...MODEL_SETTINGS,
    ...STREAM_SETTINGS,
    ...RANKING_SETTINGS,
    prices: z
      .string()
      .optional()
      .describe(
        'Price table to use in place of the one that Gloss ships with, a JSON file of the same form (docs/costs.md).',
      ),
    retractions: z
      .string()
      .min(1)
      .optional()
      .describe(
        'CSV of retracted papers with a column of DOIs or titles, such as that of Retraction Watch: marks papers and the works that they cite.',
      ),
    embedderModel: z
      .string()
      .optional()
      .describe('Embedding model on the same server, for the embedder `openai`.'),
    host: z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on. Addresses other than loopback require a key.'),
    port: count(0, 65_535).default(8899).describe('Port to listen on; 0 picks a free port.'),
    key: z
      .string()
      .min(8)
      .optional()
      .describe(
        'Key that may do everything, at least 8 characters; `gloss keys` makes others, with rights (docs/keys.md).',
      ),
    trustedProxy: proxyAddresses()
      .optional()
      .describe(
        'Address of the reverse proxy in front of the service, or a list of addresses and networks (127.0.0.1, 10.0.0.0/8): its X-Forwarded-For says which client asks (docs/keys.md).',
      ),
    passAll: z
      .union([z.boolean(), z.stringbool()])
      .default(false)
      .describe(
        '1 passes every path under /v1 on to the model server, files and keys of its account among them, for keys with the right `admin`; otherwise only paths of inference are (docs/proxy.md).',
      ),
    execute: z
      .union([z.boolean(), z.stringbool()])
      .default(false)
      .describe('1 lets clients of the service run Python in the sandbox through POST /execute.'),
    sandbox: z
      .enum(['auto', 'bubblewrap', 'pyodide'])
      .default('auto')
      .describe(
        'Sandbox for Python: `auto` uses bubblewrap if it works, otherwise pyodide, which is taken on loopback only.',
      ),
    executeMemoryMb: count(256, 65_536).default(1_024).describe('Memory limit for code in the sandbox, MB.'),
    searchUrl: serverAddress()
      .optional()
      .describe(
        'Base address of a SearXNG server for `web_search`, which needs this or one of the search keys.',
      ),
    braveKey: z.string().optional().describe('Key of the Brave search API, for `web_search`.'),
    serpKey: z.string().optional().describe('Key of SerpAPI, for `web_search`.'),
    crossrefUrl: serverAddress()
      .default('https://api.crossref.org')
      .describe('Base address of Crossref, for `ingest --lookup`.'),
    openalexUrl: serverAddress()
      .default('https://api.openalex.org')
      .describe('Base address of OpenAlex, for `ingest --lookup`.'),
    lookupMail: z
      .email()
      .optional()
      .describe('Mail address sent to both with each request; they serve those who name one faster.'),
    workers: count(1, 64)
      .default(Math.max(1, Math.min(4, availableParallelism())))
      .describe('Number of papers to read in parallel.'),
    readTimeoutMs: count(1_000, 3_600_000)
      .default(30_000)
      .describe(
        'Time limit for reading one paper, milliseconds; while its process waits for a processor, its time stands still, up to five times as long.',
      ),
    readMemoryMb: count(128, 65_536).default(1_024).describe('Memory limit for reading one paper, MB.'),
    maxFileMb: count(1, 1_048_576)
      .default(256)
      .describe('Maximum size of a file to ingest, MB. A .jsonl is read by the line and has no limit.'),
    maxBodyMb: count(1, 4_096).default(64).describe('Maximum size of an upload or a request body, MB.'),
    maxQueryCharacters: count(1, 100_000).default(4_000).describe('Maximum length of a query, characters.'),
    maxHits: count(1, 1_000).default(100).describe('Maximum number of hits of a query.'),
    solveTokens: count(0, 1_000_000_000)
      .default(5_000_000)
      .describe(
        'Token budget of a run of POST /solve that names none; 0 for no limit. A run of the paper took up to 480,000.',
      ),
    requestsPerMinute: count(0, 1_000_000)
      .default(0)
      .describe(
        'Maximum requests per minute from one address. 0 means no limit on loopback and 600 on other hosts.',
      ),
    mcpTokens: count(500, 100_000)
      .default(1_200)
      .describe('Maximum number of tokens of an answer to an agent (MCP).'),
    mcpAdd: z
      .union([z.boolean(), z.stringbool()])
      .default(false)
      .describe('1 lets agents add papers to a corpus with the MCP tool `add`.'),
    verify: z
      .union([z.boolean(), z.stringbool()])
      .default(true)
      .describe(
        'Whether `serve` verifies its corpora in the background: each content once, with a tenth of a processor at most.',
      ),
    ...QUEUE_SETTINGS,
    fetch: z
      .enum(['ask', 'always', 'never'])
      .default('ask')
      .describe(
        'Whether optional parts (docs/install.md) are fetched when something needs them: `ask` asks on a terminal and fetches nothing elsewhere.',
      ),
    logLevel: z
      .enum(['silent', 'error', 'warn', 'info', 'debug'])
      .default('warn')
      .describe('Log level of the service.'),
  })
  .readonly()

export type Config = z.infer<typeof Settings>

const ENV_NAMES: Readonly<Record<keyof Config, string>> = {
  workspace: 'GLOSS_WORKSPACE',
  store: 'GLOSS_STORE',
  corpus: 'GLOSS_CORPUS',
  embedder: 'GLOSS_EMBEDDER',
  models: 'GLOSS_MODELS',
  ...MODEL_ENV_NAMES,
  ...STREAM_ENV_NAMES,
  ...RANKING_ENV_NAMES,
  prices: 'GLOSS_PRICES',
  retractions: 'GLOSS_RETRACTIONS',
  embedderModel: 'GLOSS_EMBEDDER_MODEL',
  host: 'GLOSS_HOST',
  port: 'GLOSS_PORT',
  key: 'GLOSS_KEY',
  trustedProxy: 'GLOSS_TRUSTED_PROXY',
  passAll: 'GLOSS_PASS_ALL',
  execute: 'GLOSS_EXECUTE',
  sandbox: 'GLOSS_SANDBOX',
  executeMemoryMb: 'GLOSS_EXECUTE_MEMORY_MB',
  searchUrl: 'GLOSS_SEARCH_URL',
  braveKey: 'GLOSS_BRAVE_KEY',
  serpKey: 'GLOSS_SERP_KEY',
  crossrefUrl: 'GLOSS_CROSSREF_URL',
  openalexUrl: 'GLOSS_OPENALEX_URL',
  lookupMail: 'GLOSS_LOOKUP_MAIL',
  workers: 'GLOSS_WORKERS',
  readTimeoutMs: 'GLOSS_READ_TIMEOUT_MS',
  readMemoryMb: 'GLOSS_READ_MEMORY_MB',
  maxFileMb: 'GLOSS_MAX_FILE_MB',
  maxBodyMb: 'GLOSS_MAX_BODY_MB',
  maxQueryCharacters: 'GLOSS_MAX_QUERY_CHARACTERS',
  maxHits: 'GLOSS_MAX_HITS',
  solveTokens: 'GLOSS_SOLVE_TOKENS',
  requestsPerMinute: 'GLOSS_REQUESTS_PER_MINUTE',
  mcpTokens: 'GLOSS_MCP_TOKENS',
  mcpAdd: 'GLOSS_MCP_ADD',
  verify: 'GLOSS_VERIFY',
  ...QUEUE_ENV_NAMES,
  fetch: 'GLOSS_FETCH',
  logLevel: 'GLOSS_LOG_LEVEL',
}

const SECRETS: ReadonlySet<string> = new Set([
  'store',
  'llmKey',
  'key',
  'braveKey',
  'serpKey',
  'rerankKey',
  'lateKey',
])

// Shorter ones, such as `x`, `none` and `EMPTY`, are no secrets but parts of words. Chosen, not measured.
const LEAST_SECRET_CHARACTERS = 8

/** Returns every key among the settings, those of roles included. */
export function secretsOf(config: Config): string[] {
  const own = [...SECRETS].map((name) => config[name as keyof Config])
  const ofRoles = Object.values(config.llmRoles).map((role) => role?.key)
  return [...own, ...ofRoles].filter(
    (key): key is string => typeof key === 'string' && key.length >= LEAST_SECRET_CHARACTERS,
  )
}

/** The settings in force, for people: keys are not shown. Also the source of docs/config.md. */
export function describeConfig(config: Config): { name: string; env: string; value: string; help: string }[] {
  return Object.entries(Settings.unwrap().shape).map(([name, schema]) => {
    const value = config[name as keyof Config]
    const text = name === 'llmRoles' ? describeRoles(config.llmRoles) : String(value ?? '')
    const shown = SECRETS.has(name) && value !== undefined ? '(set)' : text
    return { name, env: ENV_NAMES[name as keyof Config], value: shown, help: schema.description ?? '' }
  })
}

/** Throws `CONFIG_INVALID` with every problem at once. Empty variables count as not set. */
export function loadConfig(
  overrides: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const fromEnv = Object.entries(ENV_NAMES).flatMap(([key, name]) =>
    env[name] ? [[key, env[name]] as const] : [],
  )
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined)
  const llmRoles = rolesOfEnvironment(env)
  const parsed = Settings.safeParse({
    ...Object.fromEntries(fromEnv),
    llmRoles,
    ...Object.fromEntries(given),
  })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => {
    const [key = '', ...inner] = issue.path.map(String)
    const name = ENV_NAMES[key as keyof Config] ?? key
    const named = inner.length === 0 ? name : `GLOSS_LLM_${inner.join('_').toUpperCase()}`
    return `${named}: ${issue.message}`
  })
  throw new GlossError('CONFIG_INVALID', `Invalid settings:\n  ${problems.join('\n  ')}`)
}
