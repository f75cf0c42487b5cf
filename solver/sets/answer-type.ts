/** Types of answers in question files, which decide how an answer is compared with its gold. */
import { GlossError } from '../../core/index.ts'

/** Values of `answer_type` in a question file. `auto` chooses by the gold. */
export const ANSWER_TYPES = ['multipleChoice', 'exactMatch', 'numeric', 'symbolic', 'text', 'auto'] as const
export type AnswerType = (typeof ANSWER_TYPES)[number]

/** `textual` is the word for text in the data of specs/reasoning-with-a-star.md. */
const ALIASES: Readonly<Record<string, AnswerType>> = { textual: 'text' }

/** Returns the type of that name. Throws INPUT_INVALID for one that no grader knows. */
export function answerType(name: string): AnswerType {
  const found =
    ANSWER_TYPES.find((type) => type === name) ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined)
  if (found !== undefined) return found
  throw new GlossError(
    'INPUT_INVALID',
    `There is no grader for the answer_type "${name}"; use one of ${ANSWER_TYPES.join(', ')}.`,
    { field: 'answer_type', value: name },
  )
}
