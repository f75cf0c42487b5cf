/** Checks the arguments of the library's methods at run time, because a caller may not use a type checker. */
import { z } from 'zod'
import { GATE_POLICIES } from '../app/ingest/index.ts'
import { AskedKindShape, checkedInput } from '../app/wiring/index.ts'
import type { IngestOptions } from './corpus-contents.ts'
import type { AnswerOptions, RetrieveOptions, ValueOptions } from './found-hits.ts'
import type { GlossLibraryOptions } from './gloss-library.ts'
import type { EvaluateOptions, SolverOptions, ThinkOptions } from './model-work.ts'

const text = z.string()
const texts = z.array(text)
const count = z.int().min(1)
const flag = z.boolean()
const anyObject = z.custom<object>(
  (value) => typeof value === 'object' && value !== null,
  'must be an object',
)
const callback = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function')
const signal = z.custom<AbortSignal>(
  (value) => typeof (value as AbortSignal | null)?.aborted === 'boolean',
  'must be an AbortSignal',
)

/** Options that every method of one corpus accepts. */
const OF_CORPUS = { corpus: text, signal }

/** Returns the schema of an options object: each option may be left out, and unknown ones are refused. */
function options<Name extends string>(fields: Record<Name, z.ZodType>) {
  const asked = Object.entries<z.ZodType>(fields).map(([name, field]) => [name, field.optional()])
  return z.strictObject(Object.fromEntries(asked) as Record<string, z.ZodType>).optional()
}

const filter = z.strictObject({
  papers: texts.optional(),
  years: z.strictObject({ from: z.int().optional(), to: z.int().optional() }).optional(),
  topics: texts.optional(),
  kinds: z.array(AskedKindShape).optional(),
})

type Parameter =
  | 'name'
  | 'question'
  | 'paper'
  | 'papers'
  | 'paths'
  | 'hit'
  | 'quotes'
  | 'part'
  | 'from'
  | 'to'
const PARAMETERS: Readonly<Record<Parameter, z.ZodType>> = {
  name: text,
  question: text,
  paper: text,
  papers: texts,
  paths: texts,
  hit: z.object({ paper: text, text, span: z.tuple([z.int(), z.int()]).nullable() }),
  quotes: z.array(z.strictObject({ quote: text, paper: text.optional() })),
  part: text,
  from: text,
  to: text,
}

/** Methods whose options are checked. */
type MethodName =
  | ('openGloss' | 'ofCorpus' | 'ofGraph' | 'ingest' | 'retrieve')
  | ('values' | 'ask' | 'think' | 'solve' | 'evaluate')
const OPTIONS: Readonly<Record<MethodName, z.ZodType>> = {
  openGloss: options<keyof GlossLibraryOptions>({
    workspace: text,
    settings: anyObject,
    env: anyObject,
    plugIns: anyObject,
    onNotice: callback,
  }),
  ofCorpus: options(OF_CORPUS),
  ofGraph: options({ corpus: text, limit: count }),
  ingest: options<keyof IngestOptions>({
    ...OF_CORPUS,
    topic: text,
    policy: z.enum(GATE_POLICIES),
    workers: count,
    ocr: z.enum(['auto', 'never', 'always']),
    dryRun: flag,
    takeBack: flag,
    onPaper: callback,
    onFound: callback,
    onSkip: callback,
  }),
  retrieve: options<keyof RetrieveOptions>({
    ...OF_CORPUS,
    k: count,
    backend: text,
    filter,
    onePerPaper: flag,
    minScore: z.number(),
  }),
  values: options<keyof ValueOptions>({ ...OF_CORPUS, k: count, papers: texts }),
  ask: options<keyof AnswerOptions>({
    ...OF_CORPUS,
    backend: text,
    k: count,
    model: text,
    usesModel: flag,
    onText: callback,
  }),
  think: options<keyof ThinkOptions>({
    ...OF_CORPUS,
    backend: text,
    monitor: text,
    model: text,
    system: text,
    maxTokens: count,
    temperature: z.number().min(0),
  }),
  solve: options<keyof SolverOptions>({
    ...OF_CORPUS,
    backend: text,
    pattern: text,
    preset: text,
    monitor: text,
    settings: anyObject,
    maxTokens: count,
    onStage: callback,
  }),
  evaluate: z.strictObject({
    ...{ corpus: text.optional(), signal: signal.optional() },
    backends: texts.min(1),
    ...{ data: text.optional(), queries: text.optional(), qrels: text.optional() },
  } satisfies Record<keyof EvaluateOptions, z.ZodType>),
}

type ValuesByName<Name extends string> = Readonly<Partial<Record<Name, unknown>>>

/** Checks arguments. Throws `INPUT_INVALID` with the name of the wrong parameter or option. */
export function checkGiven(
  parameters: ValuesByName<Parameter>,
  options: ValuesByName<MethodName> = {},
): void {
  for (const name of Object.keys(parameters) as Parameter[])
    checkedInput(z.object({ [name]: PARAMETERS[name] }), parameters, name)
  for (const [name, value] of Object.entries(options)) checkedInput(OPTIONS[name as MethodName], value, name)
}
