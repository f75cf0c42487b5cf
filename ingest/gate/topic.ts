/** Defines a topic, the subject of the papers that the gate keeps: built in, or read from a file of this shape. */
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'

const keywords = z.array(z.string().trim().min(1, 'is an empty keyword'))
const cosine = z.number().min(-1).max(1)

const cutoffsSchema = z.strictObject({
  positive: cosine.optional().describe('Keep only above this cosine with the mean positive keyword.'),
  negative: cosine.optional().describe('Keep only below this cosine with the mean negative keyword.'),
  contrast: z.number().min(-2).max(2).optional().describe('Keep only above this contrast score.'),
})

const topicSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, 'must be 1-64 letters, digits, spaces or . _ -'),
  positive: keywords.min(1, 'needs at least one keyword'),
  negative: keywords.default([]),
  categories: z
    .record(z.string().min(1), z.record(z.string().min(1), keywords.min(1, 'needs at least one phrase')))
    .refine(eachCategoryOnce, 'names a category in two domains, or a phrase in two categories')
    .default({}),
  languages: z
    .array(z.string().regex(/^[a-z]{3}$/, 'must be an ISO 639-3 code of three letters, such as eng'))
    .min(1, 'needs at least one language')
    .optional(),
  policy: z.enum(['published', 'contrast', 'custom']).optional(),
  cutoffs: cutoffsSchema.optional(),
})

/** Returns whether categories and phrases are unique; otherwise a paper would be counted in two rows of Table A1. */
function eachCategoryOnce(domains: Record<string, Record<string, readonly string[]>>): boolean {
  const categories = Object.values(domains).flatMap(Object.entries<readonly string[]>)
  const phrases = categories.flatMap(([, listed]) => [...new Set(listed)])
  return (
    new Set(categories.map(([category]) => category)).size === categories.length &&
    new Set(phrases).size === phrases.length
  )
}

export type Cutoffs = Readonly<z.infer<typeof cutoffsSchema>>

export interface Topic {
  readonly name: string
  readonly positive: readonly string[]
  readonly negative: readonly string[]
  /** Domain, category, and the phrases for the category; empty if the topic has no Table A1. */
  readonly categories: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** ISO 639-3 codes of the accepted languages; null accepts papers in every language. */
  readonly languages: readonly string[] | null
  /** Whether `contrast` counts the negatives among the other fields. */
  readonly contrastsNegatives: boolean
  readonly policy?: z.infer<typeof topicSchema>['policy']
  readonly cutoffs?: Cutoffs | undefined
}

/** Validates the data of a topic file. Throws `TOPIC_UNKNOWN`, which names the file and every wrong field. */
export function parseTopic(data: unknown, file: string): Topic {
  const parsed = topicSchema.safeParse(data)
  if (parsed.success)
    return { ...parsed.data, languages: parsed.data.languages ?? null, contrastsNegatives: true }
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || '(top level)'}: ${issue.message}`,
  )
  throw new GlossError('TOPIC_UNKNOWN', `${file} is not a topic file. ${problems.join('; ')}`, { file })
}
