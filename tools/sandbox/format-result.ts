/** What a model gets to see of the code that was run for it: a dictionary as Python prints it, which is Eigen-1's published form, or JSON. */
import type { CodeResult } from './ports.ts'

/** Cut at 20,000 characters by the sandbox, with a note of the full length. */
export function formatResult({ output, error, executionTime }: CodeResult): string {
  const fields = [
    `'output': ${pythonText(output)}`,
    `'error': ${error === null ? 'None' : pythonText(error)}`,
    // To the millisecond: more digits are noise, and would make every prompt another.
    `'execution_time': ${executionTime.toFixed(3)}`,
  ]
  return `{${fields.join(', ')}}`
}

/** The same as JSON, which is how ReThinker's prompts show it (its specs, E7). */
export function jsonResult({ output, error, executionTime }: CodeResult): string {
  return JSON.stringify({ output, error, execution_time: Number(executionTime.toFixed(3)) })
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** As `repr` has it: in single quotes, unless there are only such in it. */
function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}
