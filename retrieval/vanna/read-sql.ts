/** Where is the statement in a model's answer? In a fence, or in the middle of its prose. */

const THOUGHTS = /<think>[\s\S]*?<\/think>/gi
// The end of an answer that was cut off counts as the closing fence.
const FENCES = /```[a-z0-9]*[ \t]*\n?([\s\S]*?)(?:```|$)/gi
/** "With" begins many a sentence, so it counts where a table follows it. */
const WITH = /\bWITH\s+(?:RECURSIVE\s+)?[\w"]+\s*(?:\([^)]*\)\s*)?AS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\(/i
/** Prose selects in small letters; a statement in capitals is preferred. */
const SELECTS = [/\bSELECT\b/, /\bselect\b/i]
/** Up to the semicolon or an empty line; neither counts within quotes. */
const STATEMENT = /^(?:'(?:[^']|'')*'|"[^"]*"|\n(?!\s*\n)|[^;\n])*/

/** Returns null if the answer has no SQL. Whether the statement is allowed or valid is checked elsewhere. */
export function readSql(answer: string): string | null {
  const said = answer.replace(THOUGHTS, '')
  const fenced = [...said.matchAll(FENCES)].map(([, inside]) => inside!.trim())
  const whole = fenced.find((inside) => /^(?:with|select)\b/i.test(inside))
  if (whole !== undefined) return whole
  for (const text of [...fenced, said]) {
    const start = startIn(text)
    if (start !== -1) return STATEMENT.exec(text.slice(start))?.[0].trim() ?? null
  }
  return null
}

function startIn(text: string): number {
  const selectAt = SELECTS.map((select) => text.search(select)).find((at) => at !== -1) ?? -1
  const withAt = text.search(WITH)
  return withAt !== -1 && withAt < selectAt ? withAt : selectAt
}
