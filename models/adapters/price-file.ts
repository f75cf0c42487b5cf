/** Reads a price table from a file, and reports faults by their line. */
import { readFileSync } from 'node:fs'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import type { PriceTable } from '../prices.ts'

const usd = z
  .number({ error: 'a number of US dollars is expected here' })
  .nonnegative({ error: 'a price is 0 or more' })
const Table = z.strictObject({
  about: z.string().optional(),
  models: z.record(
    z
      .string()
      .regex(/^[^*]*\*?$/, { error: 'the name of a model, with `*` at its end only, is expected here' }),
    z.strictObject({ prompt: usd, completion: usd }),
  ),
})
const EXPECTED =
  'Expected a JSON object such as {"models": {"gpt-4o": {"prompt": 2.5, "completion": 10}, "local-*": {"prompt": 0, "completion": 0}}}: US dollars per million tokens.'

/** Reads a table from a file in the format of prices.json. Throws `CONFIG_INVALID` with the line of every fault. */
export function readPrices(file: string | URL): PriceTable {
  const text = textOf(file)
  const lines = new LineCounter()
  // JSON is YAML; this parser keeps the offsets of values and reports duplicate keys.
  const document = parseDocument(text, { schema: 'json', lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const [syntax] = document.errors
  if (syntax !== undefined)
    throw invalid(file, [jsonFault(text) ?? `line ${lineAt(syntax.pos[0])}: ${syntax.message}`])
  const read = Table.safeParse(document.toJS())
  if (read.success) return new Map(Object.entries(read.data.models))
  throw invalid(
    file,
    read.error.issues.map((issue) => {
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
      const place = path.length === 0 ? '' : `${path.map(String).join(' > ')}: `
      return `line ${lineAt(offsetOf(document, path))}: ${place}${messageOf(issue)}`
    }),
  )
}

/** Returns the JSON parser's own message, which is plainer; null if it names no line or finds no fault. */
function jsonFault(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const { message } = error as SyntaxError
    const [, what, line] = /^(.+) in JSON at position \d+ \(line (\d+)/.exec(message) ?? []
    return line === undefined ? null : `line ${line}: ${what}`
  }
}

function textOf(file: string | URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new GlossError('CONFIG_INVALID', `The price table ${file} cannot be read: ${reason}`, {}, cause)
  }
}

function invalid(file: string | URL, faults: readonly string[]): GlossError {
  return new GlossError(
    'CONFIG_INVALID',
    `The price table ${file} cannot be used:\n  ${faults.join('\n  ')}\n${EXPECTED}`,
    { file: String(file) },
  )
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'this name is not allowed here'
  const [inner] = issue.code === 'invalid_key' ? issue.issues : []
  return inner?.message ?? issue.message
}

/** Returns the offset of the key at the end of the path, or of the innermost part that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let offset = 0
  let node: unknown = document.contents
  for (const name of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(name)) : undefined
    if (pair === undefined) return offset
    if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
    node = pair.value
  }
  return offset
}
