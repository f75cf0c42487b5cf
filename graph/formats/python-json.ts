/**
 * Writes JSON as Python's `json.dumps` does: a space after commas and colons, everything outside ASCII escaped. The published prompts and
 * files were made that way; what a model sees and what files are compared with must match to the byte.
 */

export type PythonValue = string | readonly PythonValue[] | { readonly [key: string]: PythonValue }

const NOT_ASCII = /[\u007f-\uffff]/g
const DELETE = '\u007f'

export function pythonJson(value: PythonValue): string {
  if (typeof value === 'string') return pythonString(value)
  if (isList(value)) return `[${value.map(pythonJson).join(', ')}]`
  const entries = Object.entries(value).map(([key, part]) => `${pythonString(key)}: ${pythonJson(part)}`)
  return `{${entries.join(', ')}}`
}

function pythonString(text: string): string {
  return JSON.stringify(text).replace(NOT_ASCII, (unit) => (unit === DELETE ? unit : escaped(unit)))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function isList(value: PythonValue): value is readonly PythonValue[] {
  return Array.isArray(value)
}
