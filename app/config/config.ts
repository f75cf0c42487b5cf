/** Settings: the command line overrides the environment, which overrides `.env` (folder-settings.ts) and the defaults. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import { pluginEmbedders } from '../plugins/given-plugins.ts'
import type { PluginName } from '../plugins/plugin-names.ts'
import { describeRoles, MODEL_SETTINGS, rolesOfEnvironment, STREAM_SETTINGS } from './model-settings.ts'
import { QUEUE_SETTINGS } from './queue-settings.ts'
import { RANKING_SETTINGS } from './ranking-settings.ts'
import { describeS3, filesAddress, S3_SETTINGS, s3OfEnvironment } from './s3-settings.ts'
import { proxyAddresses, serverAddress } from './server-address.ts'
import { count, flag, text, usualCount } from './setting-fields.ts'

/** Default corpus if none is named and the workspace does not have exactly one. */
export const DEFAULT_CORPUS = 'main'

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
    spreadUnits: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe(
        'Number of units at which the index of a corpus is spread over the workers of a PostgreSQL server with Citus; default: 1,000,000.',
      ),
    files: filesAddress()
      .optional()
      .describe(
        'Where files of papers are kept with GLOSS_STORE: an absolute folder that all machines share, or `s3://bucket/prefix`; default: the database.',
      ),
    s3: S3_SETTINGS,
    corpus: z
      .string()
      .min(1)
      .optional()
      .describe('Corpus to use if none is named; default: the only one, otherwise `main`.'),
    embedder: z
      .enum(['static', 'minilm', 'openai'])
      // A plug-in must be given to this process: a variable cannot load a module, since `.env` may be a stranger's.
      .or(z.custom<PluginName>((name) => typeof name === 'string' && pluginEmbedders.has(name)))
      .optional()
      .describe('Embedder to use. A corpus keeps the one it was created with; a new corpus uses `static`.'),
    models: text.describe('Folder with local models, laid out as `Xenova/all-MiniLM-L6-v2/onnx/…`.'),
    ...MODEL_SETTINGS,
    ...STREAM_SETTINGS,
    ...RANKING_SETTINGS,
    prices: text.describe(
      'Price table to use instead of the one that Gloss ships with, a JSON file of the same form (docs/costs.md).',
    ),
    retractions: z
      .string()
      .min(1)
      .optional()
      .describe(
        'CSV of retracted papers with a column of DOIs or titles, such as that of Retraction Watch; used to mark papers and the works they cite.',
      ),
    embedderModel: text.describe('Model of the embedder `openai`, on the server GLOSS_LLM_URL.'),
    host: z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on. Addresses other than loopback require a key.'),
    port: usualCount(8899, 0, 65_535).describe('Port to listen on; 0 picks a free port.'),
    key: z
      .string()
      .min(8)
      .optional()
      .describe(
        'Key with every right, at least 8 characters; `gloss keys` creates others with chosen rights (docs/keys.md).',
      ),
    trustedProxy: proxyAddresses()
      .optional()
      .describe(
        'Address of the reverse proxy in front of the service, or a list of addresses and networks (127.0.0.1, 10.0.0.0/8): its X-Forwarded-For identifies the client (docs/keys.md).',
      ),
    passAll: flag(false).describe(
      '1 forwards every path under /v1 to the model server, including files and keys of its account, for keys with the right `admin`; otherwise only inference paths are forwarded (docs/proxy.md).',
    ),
    execute: flag(false).describe(
      '1 lets clients of the service run Python in the sandbox through POST /execute.',
    ),
    sandbox: z
      .enum(['auto', 'bubblewrap', 'pyodide'])
      .default('auto')
      .describe(
        'Sandbox for Python: `auto` uses bubblewrap if it works, otherwise pyodide, which is used on loopback only.',
      ),
    executeMemoryMb: usualCount(1_024, 256, 65_536).describe('Memory limit for code in the sandbox, MB.'),
    searchUrl: serverAddress()
      .optional()
      .describe(
        'Base address of a SearXNG server for `web_search`, which needs this or one of the search keys.',
      ),
    braveKey: text.describe('Key of the Brave search API, for `web_search`.'),
    serpKey: text.describe('Key of SerpAPI, for `web_search`.'),
    crossrefUrl: serverAddress()
      .default('https://api.crossref.org')
      .describe('Base address of Crossref, for `ingest --lookup`.'),
    openalexUrl: serverAddress()
      .default('https://api.openalex.org')
      .describe('Base address of OpenAlex, for `ingest --lookup`.'),
    lookupMail: z
      .email()
      .optional()
      .describe('Email address sent with each request to Crossref and OpenAlex, which then answer faster.'),
    workers: count(1, 64)
      .default(Math.max(1, Math.min(4, availableParallelism())))
      .describe('Number of papers to read in parallel.'),
    readTimeoutMs: usualCount(30_000, 1_000, 3_600_000).describe(
      'Time limit for reading one paper, milliseconds. Time waiting for a processor does not count, up to five times the limit in all.',
    ),
    readMemoryMb: usualCount(1_024, 128, 65_536).describe('Memory limit for reading one paper, MB.'),
    maxFileMb: usualCount(256, 1, 1_048_576).describe(
      'Maximum size of a file to ingest, MB. A .jsonl is read line by line and has no limit.',
    ),
    maxBodyMb: usualCount(64, 1, 4_096).describe('Maximum size of an upload or a request body, MB.'),
    maxQueryCharacters: usualCount(4_000, 1, 100_000).describe('Maximum length of a query, characters.'),
    maxHits: usualCount(100, 1, 1_000).describe('Maximum number of hits per query.'),
    solveTokens: usualCount(5_000_000, 0, 1_000_000_000).describe(
      'Token budget of a POST /solve run that sets none; 0 for no limit. In the Eigen-1 paper, a run took up to 480,000.',
    ),
    answerThreads: usualCount(1, 1, 64).describe(
      'Number of threads of `serve` that answer /retrieve, one per processor. Each has its own indexes in memory.',
    ),
    requestsPerMinute: usualCount(0, 0, 1_000_000).describe(
      'Maximum requests per minute from one address. 0 means no limit on loopback and 600 on other hosts.',
    ),
    mcpTokens: usualCount(1_200, 500, 100_000).describe('Maximum tokens in an answer to an agent (MCP).'),
    mcpAdd: flag(false).describe('1 lets agents add papers to a corpus with the MCP tool `add`.'),
    verify: flag(true).describe(
      'Whether `serve` verifies its corpora in the background, each state once, using at most a tenth of a processor.',
    ),
    ...QUEUE_SETTINGS,
    fetch: z
      .enum(['ask', 'always', 'never'])
      .default('ask')
      .describe(
        'Whether optional parts (docs/install.md) are fetched when needed: `ask` asks on a terminal and fetches nothing elsewhere.',
      ),
    logLevel: z
      .enum(['silent', 'error', 'warn', 'info', 'debug'])
      .default('warn')
      .describe('Log level of the service.'),
  })
  .refine(({ files, store }) => files === undefined || store !== undefined, {
    path: ['files'],
    message: 'needs GLOSS_STORE; without it, papers are read from their own folders',
  })
  .readonly()

export type Config = z.infer<typeof Settings>

/** Returns the variable of a setting, such as `GLOSS_MAX_FILE_MB` for `maxFileMb`. */
function variableOf(name: string): string {
  if (name === 'llmRoles') return 'GLOSS_LLM_<ROLE>_URL'
  if (name === 's3') return 'AWS_…'
  return `GLOSS_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
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

// Shorter ones, such as `x`, `none` and `EMPTY`, are parts of words rather than secrets. Chosen, not measured.
const MIN_SECRET_CHARACTERS = 8

/** Returns every key among the settings, those of roles included. */
export function secretsOf(config: Config): string[] {
  const own = [...SECRETS].map((name) => config[name as keyof Config])
  const ofRoles = Object.values(config.llmRoles).map((role) => role?.key)
  return [...own, ...ofRoles, config.s3.secretAccessKey, config.s3.sessionToken].filter(
    (key): key is string => typeof key === 'string' && key.length >= MIN_SECRET_CHARACTERS,
  )
}

/** Returns the settings in force for people, without keys. Also the source of docs/config.md. */
export function describeConfig(config: Config): { name: string; env: string; value: string; help: string }[] {
  return Object.entries(Settings.unwrap().shape).map(([name, schema]) => {
    const value = config[name as keyof Config]
    const text = shownParts(config)[name] ?? String(value ?? '')
    const shown = SECRETS.has(name) && value !== undefined ? '(set)' : text
    return { name, env: variableOf(name), value: shown, help: schema.description ?? '' }
  })
}

/** Returns the text shown for settings that consist of several variables. */
function shownParts({ llmRoles, s3 }: Config): Readonly<Record<string, string>> {
  return { llmRoles: describeRoles(llmRoles), s3: describeS3(s3) }
}

/** Reads the settings. Throws `CONFIG_INVALID` with every problem at once. Empty variables count as not set. */
export function loadConfig(
  overrides: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const fromEnv = Object.keys(Settings.unwrap().shape).flatMap((name) => {
    const value = env[variableOf(name)]
    return value ? [[name, value] as const] : []
  })
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined)
  const llmRoles = rolesOfEnvironment(env)
  const parsed = Settings.safeParse({
    ...Object.fromEntries(fromEnv),
    llmRoles,
    s3: s3OfEnvironment(env),
    ...Object.fromEntries(given),
  })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => {
    const [key = '', ...inner] = issue.path.map(String)
    const name = key in Settings.unwrap().shape ? variableOf(key) : key
    const named = inner.length === 0 ? name : `GLOSS_LLM_${inner.join('_').toUpperCase()}`
    return `${named}: ${issue.message}`
  })
  throw new GlossError('CONFIG_INVALID', `Invalid settings:\n  ${problems.join('\n  ')}`)
}
