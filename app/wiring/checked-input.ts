/** Checks input from outside against its schema, so that commands, routes and the library refuse it in the same words. */
import type { z } from 'zod'
import { type GlossError, invalidInput } from '../../core/index.ts'

/** Returns the parsed value; `whole` names input without a field. Throws `INPUT_INVALID` naming the faults and their fields. */
export function checkedInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidBy(result.error, whole)
}

/** Returns `INPUT_INVALID` about the first wrong field, with a sentence about all of them. */
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

/** Describes a limit in words if the schema has no message for it. */
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
