/** Runs plug-ins: the schema of each port and of its answers, the time limit, and failures as errors of Gloss. */
import { z } from 'zod'
import { GlossError, isGlossError } from '../../core/index.ts'
import type {
  BackendPlugIn,
  EmbedderPlugIn,
  GatePlugIn,
  MonitorPlugIn,
  PatternPlugIn,
  ReaderPlugIn,
} from '../../plugins/index.ts'

const method = z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', {
  error: 'expected a function',
})
const name = z.string().min(1)
const timeoutMs = z.number().int().min(1).max(2_147_483_647).optional()

/** Required form of each port. Other members are left as they are. */
const FORMS = {
  backend: z.looseObject({ name, timeoutMs, open: method }),
  embedder: z.looseObject({ name, timeoutMs, dims: z.number().int().min(1), embed: method }),
  reader: z.looseObject({
    name,
    timeoutMs,
    endings: z
      .array(z.string().regex(/^\.[a-z0-9.]+$/, 'endings have a dot in front and are in lower case'))
      .min(1),
    read: method,
  }),
  gate: z.looseObject({ name, timeoutMs, decide: method }),
  monitor: z.looseObject({ name, timeoutMs, look: method }),
  pattern: z.looseObject({
    name: z.string().regex(/^[a-z][a-z0-9]*$/, 'lower-case letters and digits'),
    title: name,
    summary: name,
    roles: z
      .array(z.looseObject({ name: z.string().regex(/^[a-zA-Z]+$/, 'letters only'), does: name }))
      .min(1),
    most: z.looseObject({ questions: z.number().int().min(1), maxTokens: z.number().int().min(1) }),
    run: method,
  }),
} as const

export interface Ports {
  readonly backend: BackendPlugIn
  readonly embedder: EmbedderPlugIn
  readonly reader: ReaderPlugIn
  readonly gate: GatePlugIn
  readonly monitor: MonitorPlugIn
  readonly pattern: PatternPlugIn
}

export type PluginKind = keyof Ports

/** Checks a plug-in and returns it itself, so that its methods keep their `this`. Throws `PLUGIN_INVALID` naming the fault. */
export function checkPlugin<Kind extends PluginKind>(kind: Kind, value: unknown, from: string): Ports[Kind] {
  const { success, error } = FORMS[kind].safeParse(value)
  if (success) return value as Ports[Kind]
  const faults = error.issues.map(({ path, message }) => [[kind, ...path].join('.'), message].join(': '))
  throw new GlossError('PLUGIN_INVALID', `${from} is not a ${kind} for Gloss: ${faults.join('; ')}.`, {
    plugin: from,
    field: kind,
  })
}

// The errors below complete a sentence that begins with the name of the plug-in.
const NO_UNIT = 'answered with a hit without a unit'
const NO_PAGES = 'gave a paper without a list of page texts'
const NO_AUTHORS = 'gave a paper with authors that are no list of texts'
const NO_KEEP = 'answered without `keep`, true or false'
const NO_DOUBT = 'answered without `isInDoubt`, true or false'

const Hit = z.object(
  {
    unit: z.string(NO_UNIT),
    score: z.number({
      error: ({ input }) => `gave a hit the score ${String(input)}, which is not a finite number`,
    }),
  },
  NO_UNIT,
)

function ofPaper(field: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `gave a paper with the ${field} ${JSON.stringify(input)}`
  return z.string({ error }).optional()
}

/** Answers of each port in the form that Gloss uses. */
export const ANSWERS = {
  backend: z.array(Hit, 'answered without a list of hits').superRefine((hits, { addIssue }) => {
    const seen = new Set<string>()
    for (const { unit } of hits)
      if (seen.size === seen.add(unit).size) addIssue(`answered with the unit ${unit} twice`)
  }),
  reader: z.object(
    {
      pages: z
        .array(z.string(NO_PAGES), NO_PAGES)
        .transform((pages) => pages.filter((text) => text.trim() !== '')),
      title: ofPaper('title'),
      abstract: ofPaper('abstract'),
      doi: ofPaper('doi'),
      authors: z.array(z.string(NO_AUTHORS), NO_AUTHORS).optional(),
      year: z.int('gave a paper with a year that is no whole number').optional(),
    },
    NO_PAGES,
  ),
  gate: z.object(
    {
      keep: z.boolean(NO_KEEP),
      reason: z
        .stringFormat('snake_case', /^[a-z][a-z0-9_]*$/, {
          error: ({ input }) => `gave the reason ${JSON.stringify(input)}, which is not snake_case`,
        })
        .default('not_wanted'),
    },
    NO_KEEP,
  ),
  monitor: z.object(
    { isInDoubt: z.boolean(NO_DOUBT), reason: z.unknown().default('').transform(String) },
    NO_DOUBT,
  ),
  pattern: z.string('returned no answer').regex(/\S/, 'returned no answer'),
} as const

/** Returns the checked answer of `work`. Throws `PLUGIN_FAILED` for an answer of another form, and the errors of `runPlugin`. */
export async function askPlugin<Answer>(
  call: PluginCall,
  form: z.ZodType<Answer>,
  work: (signal: AbortSignal) => unknown,
): Promise<Answer> {
  const { data, error } = form.safeParse(await runPlugin(call, work))
  if (error === undefined) return data
  const [{ message, path } = { message: '', path: [] }] = error.issues
  const isInList = path.some((step) => typeof step === 'number')
  throw pluginFailure(call.who, isInList ? `${message} (at ${path.join('.')})` : message)
}

/** Time limit, as long as a paper may take to read. Chosen, not measured. */
export const DEFAULT_PLUGIN_MS = 30_000

export interface PluginCall {
  /** Name for people: `the backend mine`. */
  readonly who: string
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the result of `work`. Throws `PLUGIN_FAILED` for its errors and for exceeding the time limit, and the reason of `signal`. Code
 * that never yields the thread cannot be stopped.
 */
export async function runPlugin<Value>(
  { who, timeoutMs = DEFAULT_PLUGIN_MS, signal }: PluginCall,
  work: (signal: AbortSignal) => Promise<Value> | Value,
): Promise<Value> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    stopped.reject(reason)
    ending.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(pluginFailure(who, `did not answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([(async () => work(ending.signal))(), stopped.promise])
  } catch (error) {
    if (signal?.aborted === true || isGlossError(error)) throw error
    throw pluginFailure(who, `threw: ${error instanceof Error ? error.message : String(error)}`, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Returns the error of a plug-in. `what` completes a sentence that begins with `who`. */
export function pluginFailure(who: string, what: string, cause?: unknown): GlossError {
  return new GlossError(
    'PLUGIN_FAILED',
    `${who[0]?.toUpperCase()}${who.slice(1)} ${what}.`,
    { plugin: who },
    cause,
  )
}
