/** Changes one field of a request and nothing else: not a space, not the spelling of a number. */

interface Field {
  /** UTF-16 offsets of the value. */
  readonly start: number
  readonly end: number
}

export function withModel(json: string, model: string): string {
  return withField(json, 'model', model)
}

/** Replaces a field. `json` is the text of an object; the last field of a name counts, as everywhere in JSON. */
export function withField(json: string, name: string, content: unknown): string {
  const value = JSON.stringify(content)
  const field = topField(json, name)
  if (field !== null) return json.slice(0, field.start) + value + json.slice(field.end)
  const open = json.indexOf('{') + 1
  const isEmpty = /^\s*\}/.test(json.slice(open))
  return `${json.slice(0, open)}${JSON.stringify(name)}:${value}${isEmpty ? '' : ','}${json.slice(open)}`
}

const SPACE = /\s*/y
const BARE = /[^\s,}\]]*/y

/** Finds a field; null if the object has none of this name. `json` is valid, so every part is where it must be. */
function topField(json: string, name: string): Field | null {
  let found: Field | null = null
  let at = skip(SPACE, json, json.indexOf('{') + 1)
  while (json[at] === '"') {
    const keyEnd = stringEnd(json, at)
    const start = skip(SPACE, json, json.indexOf(':', keyEnd) + 1)
    const end = valueEnd(json, start)
    if (JSON.parse(json.slice(at, keyEnd)) === name) found = { start, end }
    const next = skip(SPACE, json, end)
    at = json[next] === ',' ? skip(SPACE, json, next + 1) : json.length
  }
  return found
}

/** Returns the end of a value: of a string, an object or a list, or else the next white space, comma or bracket. */
function valueEnd(json: string, start: number): number {
  if (json[start] === '"') return stringEnd(json, start)
  if (json[start] !== '{' && json[start] !== '[') return skip(BARE, json, start)
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = stringEnd(json, at) - 1
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return json.length
}

/** Returns the place after the quote that closes the string at `start`. No regular expression: strings of pictures have megabytes. */
function stringEnd(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1)
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1)
  return quote + 1
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}
