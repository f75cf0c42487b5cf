/** Parts of requests that several routes share, and the error for an invalid field. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifySchemaCompiler, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { usualCount } from '../../app/config/index.ts'
import { invalidBy } from '../../app/wiring/index.ts'
import { ID_FORM } from '../../core/index.ts'

/** Server to which routes are added; their schemas give their handlers' types. */
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
/** A paper by any of its names: its id or a prefix of it, its file, or the id from its source. */
export const paperField = z
  .string()
  .min(1)
  .max(MAX_NAME_CHARACTERS)
  .describe('Id, or a unique prefix of at least 6 digits; file name or path; the id from its source.')
export const unitField = z
  .string()
  .regex(/^[0-9a-f]{6,32}$/, 'must be an id or its first 6 digits or more')
  .describe('Id, or a unique prefix of it.')
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

/** Returns a schema that only documents an answer: handlers may return any type, and answers are not validated. */
export function documented(schema: z.ZodType): z.ZodType<unknown> {
  return schema
}

export const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    return result.success ? { value: result.data } : { error: invalidBy(result.error, httpPart ?? 'body') }
  }

/** Validates all parts of a request except its body, which the route reads itself, since it may be meant for the model server. */
export const skipBodyValidation: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? () => true : zodValidator({ ...route, schema: route.schema as z.ZodType })

/** Returns the schema of an answer in one of several media types. `json` describes JSON; the others are text or a file. */
export function typed(description: string, types: readonly string[], json: z.ZodType = z.unknown()) {
  const schemaOf = (type: string) => documented(/[/+]json$/.test(type) ? json : z.string())
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])) }
}
