/** Reads the quantities of an answer: numbers with their units, one or several, by label or in order, ranges. */
import { readNumber } from './arithmetic.ts'
import { openNotation } from './notation.ts'
import type { UnitDefinition } from './unit-table.ts'
import { readUnit } from './units.ts'

export interface Quantity {
  readonly label: string | undefined
  /** Value in the written unit, including its power of ten. */
  readonly value: number
  /** The upper end of a range. */
  readonly high: number | undefined
  /** The unit in each reading of an ambiguous spelling; undefined if no unit is written. */
  readonly unit: readonly UnitDefinition[] | undefined
  /** Words in the place of a unit, empty if there are none. */
  readonly words: string
}

export type QuantitiesRead =
  | { readonly kind: 'quantities'; readonly quantities: readonly Quantity[] }
  /** No number, or words around it that may change its meaning. */
  | { readonly kind: 'unreadable'; readonly reason: 'parse' | 'unit_unknown' }

type OneRead =
  | { readonly kind: 'one'; readonly quantity: Quantity }
  | Extract<QuantitiesRead, { kind: 'unreadable' }>

const PLAIN_NUMBER = String.raw`[+-]?(?:(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,30})(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,4})?`
const RANGE = new RegExp(
  String.raw`^(${PLAIN_NUMBER})(?:\s*(?:-|to|\.\.\.?)\s*|\s*[^\d\s,;()*/^.+-]{1,8}\s+(?:-|to)\s+)(?=${PLAIN_NUMBER})`,
)
// Words before a number that do not affect it.
const LEAD =
  /^(?:(?:[≈~:,]|(?:about|approximately|approx|roughly|around|ca|circa|nearly|exactly|is|are|was|equals?|equal to|of|the|an?|value|answer|result|between|from|to be|be)(?![A-Za-z_(^])\.?)\s*)+/i
const GOLD_LEAD = /^(?:≈|about|approximately|between|from)\s*/i
const SIZES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}
const SIZE = /^\s*(hundred|thousand|million|billion|trillion)\b/i
const LABEL = /^\s*([A-Za-z][^=≈:;\d]{0,40}|[A-Za-z][A-Za-z_]*\d{0,2}(?:\([^()]*\))?)\s*$/
// Separators of a list. A comma between digits without a blank groups thousands or belongs to the number.
const SEPARATORS =
  /\s*;\s*|,\s+(?:and\s+)?|\s+and\s+|,(?=\s*[A-Za-z]\w*\s*=)|(?<=\d),(?=\d{1,2}(?!\d))|(?<=\d),(?=\d{4,})/
const BETWEEN = /\bbetween\s+([+-]?[\d.][^;]{0,30}?)\s+and\s+(?=[+-]?[\d.])/gi
// Verb of a sentence, after which its number is found.
const VERB =
  /\b(?:is|was|are|were|equals|be|becomes|gives|yields|reaches|reached|totals|totalled|measures)\s+(?=[≈~+\-.\d($]|(?:to be\s+)?(?:approximately|about|roughly|around|exactly|nearly)\s)/gi

/** Reads quantities from text that is not yet converted by notation.ts. A sentence around a number is read in an answer, not in a gold. */
export function readQuantities(text: string, from: 'answer' | 'gold' = 'answer'): QuantitiesRead {
  const plain = openNotation(text)
    .replace(/^[([](.*[,;].*)[\])]$/, '$1')
    .replace(BETWEEN, '$1 to ')
  const parts = plain.split(SEPARATORS).filter((part) => part.trim() !== '')
  const isLabelled = parts.filter((part) => part.includes('=')).length > 1
  const whole = readOne(plain, from)
  if (whole.kind === 'one' && !isLabelled) return { kind: 'quantities', quantities: [whole.quantity] }
  if (parts.length < 2)
    return whole.kind === 'one' ? { kind: 'quantities', quantities: [whole.quantity] } : whole
  // A further part in a separate sentence is a remark, not a value.
  const reads = parts.map((part, at) => readOne(part, at === 0 ? from : 'gold'))
  const unreadable = reads.find((read) => read.kind === 'unreadable')
  if (unreadable !== undefined) return unreadable
  return {
    kind: 'quantities',
    quantities: withSharedUnit(reads.flatMap((read) => (read.kind === 'one' ? [read.quantity] : []))),
  }
}

/** Gives a list the unit of its last item: `3, 4 and 5 nm`. */
function withSharedUnit(quantities: readonly Quantity[]): readonly Quantity[] {
  const shared = quantities.at(-1)?.unit
  const isShared = quantities.slice(0, -1).every(({ unit }) => unit === undefined)
  return isShared ? quantities.map((quantity) => ({ ...quantity, unit: shared })) : quantities
}

function readOne(part: string, from: 'answer' | 'gold'): OneRead {
  const { label, rest } = withoutLabel(part.trim())
  const text = rest.replace(from === 'answer' ? LEAD : GOLD_LEAD, '').trim()
  const start = /^\$\s*/.exec(text)?.[0].length ?? 0
  const number: RangeRead | undefined = readRange(text) ?? readNumber(text.slice(start))
  if (number === undefined)
    return from === 'answer' ? readSentence(part) : { kind: 'unreadable', reason: 'parse' }
  return readBehind(text.slice(start + number.end), number, label)
}

/** Reads the text after a number: a size in words, an uncertainty, the unit, and the rest. */
function readBehind(behind: string, number: RangeRead, label: string | undefined): OneRead {
  const size = SIZES[SIZE.exec(behind)?.[1]?.toLowerCase() ?? ''] ?? 1
  const after = behind.replace(SIZE, '').replace(/^\s*±\s*[\d.]+(?:[eE][+-]?\d+)?/, '')
  // A factorial, or an exclamation.
  if (after.startsWith('!')) return { kind: 'unreadable', reason: 'parse' }
  const unit = readUnit(after.replace(/^\s*\[([^\]]*)\]/, ' ($1)'))
  const leftover = unit.rest.replace(/^[\s.,;:!)\]"'*]+|(?<![\s.])[\s.]+$/g, '')
  const quantity = {
    label,
    value: number.value * size,
    high: number.high === undefined ? undefined : number.high * size,
    words: /^[A-Za-z]/.test(leftover) ? leftover : '',
    unit: unit.readings.length === 0 ? undefined : unit.readings,
  }
  return ending(quantity, leftover)
}

/** Accepts words after a number, or brackets, as an explanation; further numbers, signs or possible units make it unreadable. */
function ending(quantity: Quantity, leftover: string): OneRead {
  if (leftover === '' || /^\([^()]*\)?$/.test(leftover)) return { kind: 'one', quantity }
  if (/[\d=≈^*/≤≥<>]|\bor\b|\bto\b/.test(leftover)) return { kind: 'unreadable', reason: 'parse' }
  const isProse =
    /[a-z]{3}/.test(leftover) &&
    leftover.split(/\s+/).every((word) => /^\(?[A-Za-z][a-z'-]*[,.]?\)?$/.test(word))
  if (isProse) return { kind: 'one', quantity }
  return { kind: 'unreadable', reason: quantity.unit === undefined ? 'unit_unknown' : 'parse' }
}

interface RangeRead {
  readonly value: number
  /** Absent for a single number. */
  readonly high?: number
  readonly end: number
}

/** Reads `10-20`, `10 to 20`, `10 nT - 20 nT`, `between 10 and 20`. Descending numbers are a difference. */
function readRange(text: string): RangeRead | undefined {
  const opening = RANGE.exec(text)
  if (opening === null) return undefined
  const [all, low] = opening
  const high = new RegExp(`^${PLAIN_NUMBER}`).exec(text.slice(all.length))![0]
  const [value, highValue] = [low!, high].map((number) => Number(number.replaceAll(',', ''))) as [
    number,
    number,
  ]
  return value < highValue ? { value, high: highValue, end: all.length + high.length } : undefined
}

/** Removes the label: T in `T = 1.5`. Of `E = 3 eV = 4.8e-19 J` the last value counts. */
function withoutLabel(part: string): { label: string | undefined; rest: string } {
  const pieces = part.split(/[=≈]|(?<=[A-Za-z)])\s*:/)
  if (pieces.length < 2) return { label: undefined, rest: part }
  const label = LABEL.exec(pieces[0]!)?.[1]
  return { label: label?.trim().toLowerCase(), rest: pieces.at(-1)!.trim() }
}

/** Reads a number within a sentence, after its last verb, or the only one. */
function readSentence(part: string): OneRead {
  // Two values.
  if (part.includes('±')) return { kind: 'unreadable', reason: 'parse' }
  const verb = [...part.matchAll(VERB)].at(-1)
  const only = [...part.matchAll(/(?<![\w.])[+-]?\d/g)]
  const at = verb === undefined ? (only.length === 1 ? only[0]!.index : -1) : verb.index + verb[0].length
  if (at <= 0) return { kind: 'unreadable', reason: 'parse' }
  return readOne(part.slice(at), 'answer')
}
