/** Formats the result of code for the model: a dictionary as Python prints it, Eigen-1's published form, or JSON. */
import type { CodeResult } from './ports.ts'

/** Returns a Python dictionary. The sandbox cuts output at 20,000 characters, with a note of the full length. */
export function formatResult({ output, error, executionTime }: CodeResult): string {
  const fields = [
    `'output': ${pythonText(output)}`,
    `'error': ${error === null ? 'None' : pythonText(error)}`,
    // To the millisecond: more digits are noise, and would make every prompt different.
    `'execution_time': ${executionTime.toFixed(3)}`,
  ]
  return `{${fields.join(', ')}}`
}

/** Returns the result as JSON, the form in ReThinker's prompts (its specs, E7). */
export function jsonResult({ output, error, executionTime }: CodeResult): string {
  return JSON.stringify({ output, error, execution_time: Number(executionTime.toFixed(3)) })
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Quotes text as `repr` does: in single quotes, unless they are the only quotes in it. */
function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}
