/** The parts of requests that several routes share, and how an invalid request is refused, by the name of its field. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifySchemaCompiler, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { usualCount } from '../../app/config/index.ts'
import { type GlossError, ID_FORM, invalidInput } from '../../core/index.ts'

/** Where routes are added; what their handlers get is typed by their schemas. */
export type ZodServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 30
const MAX_NAME_CHARACTERS = 1_000

export const corpusField = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe('Corpus name. Default: the server’s default corpus. Questions take several: `main,other`.')
export const idField = z
  .string()
  .regex(ID_FORM, 'must be an id of 32 hexadecimal digits')
  .describe('Content hash.')
/** A paper by any of its names: its id or the beginning of it, its file, the id that its source gave it. */
export const paperField = z
  .string()
  .min(1)
  .max(MAX_NAME_CHARACTERS)
  .describe(
    'Id, or a unique beginning of it of 6 digits or more; file name or path; the id that the source gave.',
  )
export const unitField = z
  .string()
  .regex(/^[0-9a-f]{6,32}$/, 'must be an id or its first 6 digits or more')
  .describe('Id, or a unique beginning of it.')
export const limitField = usualCount(DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE).describe(
  'Maximum number of results.',
)
export const wholeNumber = z.coerce.number().int().min(0)
export const flagField = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((text) => text === 'true' || text === '1' || text === '')

export const CorpusQuery = z.strictObject({ corpus: corpusField })
export const PaperParams = z.strictObject({ id: paperField })
export const UnitParams = z.strictObject({ id: unitField })

/** A schema that only documents an answer: handlers are free in what they return, and nothing is checked on the way out. */
export function documented(schema: z.ZodType): z.ZodType<unknown> {
  return schema
}

/** The value as the schema makes it. Throws `INPUT_INVALID` that names the first field that is wrong. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error)
}

export const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    return result.success ? { value: result.data } : { error: invalid(result.error, httpPart) }
  }

/** Checks all parts of a request but its body, which the route reads itself: it may be meant for the model server. */
export const skipBodyValidation: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? () => true : zodValidator({ ...route, schema: route.schema as z.ZodType })

function invalid(error: z.ZodError, part = 'body'): GlossError {
  const sentences = error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])]
    const field = path.length === 0 ? part : path.join('.')
    const text = unknown === undefined ? wordsOf(issue) : 'is not a known field'
    return { field, text: `${field}: ${text}` }
  })
  return invalidInput(sentences[0]?.field ?? part, `${sentences.map(({ text }) => text).join('; ')}.`)
}

type Issue = z.ZodError['issues'][number]

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

/** A limit in our words, where the schema has none of its own. */
function wordsOf(issue: Issue): string {
  const { message } = issue
  if (issue.code === 'too_big' && message.startsWith('Too big')) {
    const counted = COUNTED[issue.origin]
    if (counted !== undefined) return `may have at most ${issue.maximum}${counted}`
    return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
  }
  if (issue.code === 'too_small' && message.startsWith('Too small')) {
    const counted = COUNTED[issue.origin]
    if (counted !== undefined) return `must have at least ${issue.minimum}${counted}`
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
  }
  return message
}
