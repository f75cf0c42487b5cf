/** Finds JSON in a model's text, within code fences and prose. Values are read leniently, and used only if they are complete. */
import { type LenientValue, readLenientJson } from './read-lenient-json.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

// Each opening bracket that begins no value costs one pass over the rest of the text. Chosen, not measured.
const MAX_STARTS = 100
/** Most characters in all those passes: a megabyte of brackets is not read a hundred times, which took 20 s. Chosen, not measured. */
const MAX_PASSED = 4_000_000
const LITERALS = new Map<string, unknown>([
  ['null', null],
  ['none', null],
  ['true', true],
  ['false', false],
])
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns all complete values that begin with `opening`, in order, without those inside others. */
export function jsonIn(text: string, opening: '{' | '['): unknown[] {
  const found: unknown[] = []
  let from = text.indexOf(opening)
  let passed = 0
  for (let tries = 0; from >= 0 && tries < MAX_STARTS && passed < MAX_PASSED; tries++) {
    const { value, end } = readLenientJson(text, from)
    const data = dataOf(value)
    if (data === undefined) passed += end - from
    else found.push(data)
    from = text.indexOf(opening, data === undefined ? from + 1 : end)
  }
  return found
}

/** Returns the last object that has this key, or contains one that has it: models may show the format before they fill it in. */
export function objectWith(text: string, key: string): JsonRecord | null {
  const holders = jsonIn(text, '{').map((value) => holderOf(value, key))
  return holders.findLast((holder) => holder !== null) ?? null
}

function holderOf(value: unknown, key: string): JsonRecord | null {
  if (isRecord(value) && Object.hasOwn(value, key)) return value
  const within = typeof value === 'object' && value !== null ? Object.values(value) : []
  return within.map((one) => holderOf(one, key)).find((found) => found !== null) ?? null
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns what JSON.parse would. Undefined if the value is cut off or has a word in place of data, as in `{"score": float}`. */
function dataOf(value: LenientValue): unknown {
  if (!value.isWhole) return undefined
  if (value.kind === 'list') {
    const items = value.items.map(dataOf)
    return items.includes(undefined) ? undefined : items
  }
  if (value.kind === 'record') {
    const entries = value.entries.map((entry) => [entry.key, dataOf(entry.value)] as const)
    const isData = entries.every(([key, data]) => key !== null && data !== undefined)
    return isData ? Object.fromEntries(entries) : undefined
  }
  const { kind, text } = value
  if (kind === 'text') return text
  return NUMBER.test(text) ? Number(text) : LITERALS.get(text.toLowerCase())
}
