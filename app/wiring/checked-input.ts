/** What comes from outside held against its schema: every face refuses it in the same words. */
import type { z } from 'zod'
import { type GlossError, invalidInput } from '../../core/index.ts'

/** The value as the schema makes it; `whole` names what has no field. Throws `INPUT_INVALID` that says what is wrong of which fields. */
export function checkedInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidBy(result.error, whole)
}

/** `INPUT_INVALID` about the first field that is wrong, with a sentence about all of them. */
export function invalidBy(error: z.ZodError, whole: string): GlossError {
  const sentences = error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])]
    const field = path.length === 0 ? whole : path.join('.')
    const text = unknown === undefined ? wordsOf(issue) : 'is not a known field'
    return { field, text: `${field}: ${text}` }
  })
  return invalidInput(sentences[0]?.field ?? whole, `${sentences.map(({ text }) => text).join('; ')}.`)
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
