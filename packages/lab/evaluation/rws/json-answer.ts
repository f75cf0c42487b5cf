/** An answer that is to be one JSON object: the keys of the gold and no others, each value graded as what its gold is. */

export type AnswerObject = Readonly<Record<string, unknown>>

/** Undefined where the text is no JSON object. */
export function jsonObjectOf(text: string): AnswerObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as AnswerObject)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The last object that stands in a text, over any lines. Undefined where none does. */
export function lastJsonObject(text: string): AnswerObject | undefined {
  const end = text.lastIndexOf('}')
  // Only openings at the start of a line or behind a blank: an answer of thousands of braces is looked through once.
  const openings = [...text.slice(0, end + 1).matchAll(/(?:^|\s|`|:)\{/g)].slice(-MAX_OPENINGS)
  for (const { index } of openings) {
    const found = jsonObjectOf(text.slice(text.indexOf('{', index), end + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const MAX_OPENINGS = 50

export function hasSameKeys(first: AnswerObject, second: AnswerObject): boolean {
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => Object.hasOwn(second, key))
}
