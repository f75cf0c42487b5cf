/** Fields of a question that several routes take in more than one spelling. */
import { z } from 'zod'
import {
  BACKEND_NAMES,
  DEFAULT_BACKEND,
  EXPERIMENTAL_BACKENDS,
  listNames,
  PRESET_NAMES,
} from '../../app/index.ts'
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
  // Without it, the text would be missing from /openapi.json: what a transform makes has no schema.
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

/** A range as text or as an object; in a query string the object may stand as JSON. */
export const yearsField = z
  .preprocess(
    objectOfJson,
    z.union([z.strictObject({ from: year.exactOptional(), to: year.exactOptional() }), range]),
  )
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must begin before it ends',
  })
  .describe('Range of years: 2015, 2010-2020, 2010- or -2020, or {"from": 2010, "to": 2020}.')

// Members of one filter list; chosen, not measured.
export const MAX_FILTER_MEMBERS = 1_000

export const kindField = z.enum(['unit', 'passage'])

/** Which units may be hits. */
export const filterField = z
  .strictObject({
    papers: z.array(paperField).max(MAX_FILTER_MEMBERS).exactOptional(),
    years: yearsField.exactOptional(),
    topics: z.array(z.string()).max(MAX_FILTER_MEMBERS).exactOptional(),
    kinds: z.array(kindField).exactOptional(),
  })
  .meta({ title: 'Filter' })
  .describe('Only units that pass it: by papers, years, topics and kinds.')

/** What a question is called, wherever one is taken (docs/contract.md). */
export const QUESTION_NAMES = ['q', 'query', 'question'] as const

type SpelledQuestion = { readonly [Name in (typeof QUESTION_NAMES)[number]]?: string | undefined }

/** The question, however it is called; empty where there is none. */
export function questionIn({ q = '', query = q, question = query }: SpelledQuestion): string {
  return question
}

/** The fields that stand for `name`. */
export function otherNames<Field extends z.ZodType>(field: Field, name: string) {
  return field.exactOptional().describe(`The same as \`${name}\`.`)
}

/** Whether exactly one of these fields is there. */
export function oneQuestion(names: readonly string[]): (body: object) => boolean {
  return (body) => names.filter((name) => (body as Record<string, unknown>)[name] !== undefined).length === 1
}

function objectOfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}
