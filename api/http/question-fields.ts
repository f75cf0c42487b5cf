/** Fields of a question that several routes take in more than one spelling. */

import { z } from 'zod'
import { listNames, PRESET_NAMES } from '../../app/config/index.ts'
import {
  BACKEND_NAMES,
  type Config,
  DEFAULT_BACKEND,
  DEFAULT_K,
  EXPERIMENTAL_BACKENDS,
  questionField,
  UnitKindShape,
} from '../../app/wiring/index.ts'
import { parsedJson } from '../../core/index.ts'
import { paperField } from './fields.ts'

const YEARS = /^(?:\d{1,4}-\d{0,4}|-?\d{1,4})$/
const year = z.int().min(0).max(9_999)
const FORMS = 'must be a range of years: 2015, 2010-2020, 2010- or -2020, or {"from": 2010, "to": 2020}'

interface Years {
  readonly from?: number
  readonly to?: number
}

const range = z
  .string()
  .regex(YEARS, FORMS)
  .transform((text): Years => {
    const [from = '', to = from] = text.split('-')
    return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) }
  })
  // Documents the text in /openapi.json, since a transform has no schema.
  .meta({ type: 'string' })

export const backendField = z
  .enum(BACKEND_NAMES)
  .meta({ title: 'Backend' })
  .exactOptional()
  .describe(`Backend: ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}.`)
  .meta({ default: DEFAULT_BACKEND })
export const presetField = z
  .enum(PRESET_NAMES)
  .exactOptional()
  .describe(
    'Settings by name: `published` retrieves, watches and asks as Eigen-1 does (docs/published.md). An option that contradicts it is refused.',
  )

/** A range as text or as an object; in a query string the object may be JSON. */
export const yearsField = z
  .preprocess(
    objectOfJson,
    z.union([z.strictObject({ from: year.exactOptional(), to: year.exactOptional() }), range]),
  )
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must begin before it ends',
  })
  .describe('Range of years: 2015, 2010-2020, 2010- or -2020, or {"from": 2010, "to": 2020}.')

// Members of one filter list. Chosen, not measured.
export const MAX_FILTER_MEMBERS = 1_000

/** Returns the schema of a comma-separated list in a query string. */
export function listOf<Member extends z.ZodType<unknown, string>>(member: Member) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(member).max(MAX_FILTER_MEMBERS))
}

/** Filter of the units that may be hits. */
export const filterField = z
  .strictObject({
    papers: z.array(paperField).max(MAX_FILTER_MEMBERS).exactOptional(),
    years: yearsField.exactOptional(),
    topics: z.array(z.string()).max(MAX_FILTER_MEMBERS).exactOptional(),
    kinds: z.array(UnitKindShape).exactOptional(),
  })
  .meta({ title: 'Filter' })
  .describe('Filters units by papers, years, topics and kinds.')

/** Names of the question field in all routes (docs/contract.md). */
const QUESTION_NAMES = ['q', 'query', 'question'] as const
type QuestionName = (typeof QUESTION_NAMES)[number]

/** Returns the question field under each of its names; `name` is the one in the route's docs. `oneQuestion` requires exactly one. */
export function questionFields(
  name: QuestionName,
  field: z.ZodString,
  meaning?: string,
): Record<QuestionName, z.ZodExactOptional<z.ZodString>> {
  const main = field.exactOptional()
  const other = otherNames(field, name)
  return {
    q: other,
    query: other,
    question: other,
    [name]: meaning === undefined ? main : main.describe(meaning),
  }
}

/** Returns the fields of a question that has words and is not too long, under each of its names. */
export const askedQuestion = (config: Config, name: QuestionName, meaning?: string) =>
  questionFields(name, questionField(config), meaning)

/** Returns the question under any of its names; empty if none of them is given. */
export function questionIn({
  q = '',
  query = q,
  question = query,
}: Readonly<{ [Name in QuestionName]?: string | undefined }>): string {
  return question
}

/** Returns the fields that stand for `name`. */
export function otherNames<Field extends z.ZodType>(field: Field, name: string) {
  return field.exactOptional().describe(`The same as \`${name}\`.`)
}

/** Returns a check that exactly one of the question's names, or of the fields that replace it, is given. */
export function oneQuestion(...replacements: readonly string[]): (body: object) => boolean {
  const names = [...QUESTION_NAMES, ...replacements]
  return (body) => names.filter((name) => (body as Record<string, unknown>)[name] !== undefined).length === 1
}

/** Returns the field for the number of hits; `number` is `z.coerce.number()` in a query string. */
export function hitsField({ maxHits }: Config, number: z.ZodNumber = z.number()) {
  return number
    .int()
    .min(1)
    .max(maxHits)
    .exactOptional()
    .describe(`Number of hits, from 1 to ${maxHits}. Default: ${DEFAULT_K}.`)
}

function objectOfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  return parsedJson(value) ?? value
}

/** Limits of what models may use for one question. */
export const budgetLimits = {
  tokens: z.number().int().min(1),
  cost: z.number().positive(),
  seconds: z.number().positive(),
}
