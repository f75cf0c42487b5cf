/** Finds what may be quantities: numbers joined to ranges, lists and errors, with their unit and the words that limit them. */
import { type NumberReading, numbersIn, powerOfTen } from './read-number.ts'
import { matchAt, type UnitReading, unitBehind } from './read-unit.ts'

interface Part extends NumberReading {
  /** With its unit. */
  readonly whole: number
  readonly unitStart: number
  readonly unit: UnitReading | null
}

export type Bound = 'at least' | 'at most' | 'about' | null
export interface ValueRange {
  readonly from: number | null
  readonly to: number | null
}

/** A number with its unit, several joined, or a date; `kind` says what joins them. */
export interface Quantity {
  readonly kind: 'number' | 'range' | 'list' | 'product' | 'date'
  readonly start: number
  readonly end: number
  /** Without words before and behind. */
  readonly core: readonly [number, number]
  readonly numbers: readonly number[]
  readonly range: ValueRange | null
  readonly error: number | null
  readonly unit: UnitReading | null
  readonly unitSpan: readonly [number, number] | null
  readonly bound: Bound
  readonly isWord: boolean
  readonly decimals: number
}

type Join = 'range' | 'list' | 'error' | 'order' | 'product'

const RANGE =
  /^\s?[-–—−‐‑…]\s?[∼~≈]?$|^\s?∼\s?$|^(?:\s|-)to(?:\s|-)(?:about|around|approximately|over|more than)?\s?[∼~≈]?$|^\s(?:up|down)\sto\s$/iu
const ERROR = /^\s?(?:±|\+\/[-−–]|\(±\s?|\(SD\s|\(SE\s)\s?$/
const LIST = /^\s?,\s?$|^\s?,?\s?(?:and|or|&|versus|vs\.?)\s[∼~≈]?$|^\s?\/\s?$/
const ORDER = /^\s?[<≤⩽]\s?[\p{L}\p{N}/°()[\]Δ]{1,8}\s?[<≤⩽]\s?$/u
const PRODUCT = /^\s?[×x]\s?$|^:$/
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)'
const DATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\s)?${MONTH}\\s(?:\\d{1,2}(?:st|nd|rd|th)?,\\s)?(?:1[5-9]|20)\\d\\d(?!\\p{N})|\\d{1,2}(?:st|nd|rd|th)?\\s${MONTH}(?!\\p{L})|${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}.])|\\d{1,2}:\\d\\d(?::\\d\\d)?(?![\\p{N}:])(?:\\s?(?:UTC?|GMT|[ap]\\.?m\\.?|h)(?!\\p{L}))?|(?:19|20)\\d\\d-\\d\\d-\\d\\d)`,
  'gu',
)
// Digits of a number's neighbours, and what may stand between an opening bracket and what follows the closing one: "(1.2 ± 0.1) × 10−3 M".
const BETWEEN = /\b(?:between|from)\s(?:about\s|around\s|approximately\s)?[∼~≈]?$/i

const BEFORE: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:(?:greater|more|higher|larger|longer|older|better) than|at least|a minimum of|minimum of|no less than|not less than|exceeding|above|over|[>≥⩾≳])$/i,
    'at least',
  ],
  [
    /(?:(?:less|fewer|lower|smaller|shorter|younger) than|at most|a maximum of|no more than|up to|as (?:much|many|high|long) as|within|below|under|almost|nearly|[<≤⩽≲])$/i,
    'at most',
  ],
  [
    /(?:approximately|approx\.|about|around|roughly|circa|c(?:a\.?)?|close to|near|in the order of|of the order of|on the order of|an average of|[∼~≈≃≅⁓])$/i,
    'about',
  ],
  [/(?:range(?:s|d)? (?:of|from)|ranging (?:from|between)|between|from|after|before|\+|±)$/i, null],
]
const MOST_WORDS_BEFORE = 3
const WORD_REACH = 24
const RANGE_WORDS = /^(?:rang|between|from)/i
const BEHIND: readonly (readonly [RegExp, Bound])[] = [
  [/\s(?:or|and) (?:more|above|higher|greater|older|over)(?!\p{L})/iuy, 'at least'],
  [/\s(?:or|and) (?:less|fewer|below|lower|younger)(?!\p{L})/iuy, 'at most'],
]

export function findQuantities(text: string): Quantity[] {
  const dates = [...text.matchAll(DATE)].map(({ index, 0: { length } }) => dateAt(index, index + length))
  const isInDate = ({ start, end }: NumberReading) =>
    dates.some((date) => start < date.end && end > date.start)
  const parts: Part[] = []
  // "5 mg kg−1": the number of a unit is no number of its own.
  for (const number of numbersIn(text))
    if (!isInDate(number) && number.start >= (parts.at(-1)?.whole ?? 0)) parts.push(withUnit(text, number))
  const found: Quantity[] = [...dates]
  for (let at = 0; at < parts.length; ) {
    const { count, joins } = groupAt(text, parts, at)
    const quantity = quantityOf(text, parts.slice(at, at + count), joins)
    // A power behind a bracket may be one that no double holds.
    if (quantity.numbers.every(Number.isFinite)) found.push(quantity)
    at += count
    while (at < parts.length && parts[at]!.start < quantity.end) at++
  }
  return found.sort((one, other) => one.start - other.start)
}

function dateAt(start: number, end: number): Quantity {
  const nothing = { numbers: [], range: null, error: null, unit: null, unitSpan: null, bound: null }
  return { kind: 'date', start, end, core: [start, end], ...nothing, isWord: false, decimals: 0 }
}

function withUnit(text: string, number: NumberReading): Part {
  const behind = unitBehind(text, number.end)
  if (behind === null) return { ...number, whole: number.end, unitStart: number.end, unit: null }
  return { ...number, whole: behind.unit.end, unitStart: behind.start, unit: behind.unit }
}

/** How many parts from `at` on are one quantity, and how each is joined to the one before. */
function groupAt(
  text: string,
  parts: readonly Part[],
  at: number,
): { readonly count: number; readonly joins: readonly Join[] } {
  const joins: Join[] = []
  let count = 1
  for (let next = at + 1; next < parts.length; next++) {
    const join = joinOf(text, parts, at, next)
    if (
      join === null ||
      (!['list', 'product', 'error'].includes(join) && joins.some((one) => one !== 'error'))
    )
      break
    if ((join === 'list' || join === 'product') && joins.some((one) => one !== join)) break
    joins.push(join)
    count++
  }
  if (joins[0] !== 'list') return { count, joins }
  const isList = isOneList(parts.slice(at, at + count))
  return isList ? { count, joins } : { count: 1, joins: [] }
}

function joinOf(text: string, parts: readonly Part[], first: number, next: number): Join | null {
  const before = parts[next - 1]!
  const part = parts[next]!
  const between = text.slice(before.whole, part.start)
  if (between.length > 16 || !haveOneUnit(before, part)) return null
  if (PRODUCT.test(between)) return 'product'
  if (ERROR.test(between)) return 'error'
  if (RANGE.test(between) || (between === '' && part.value < 0)) return 'range'
  if (ORDER.test(between)) return 'order'
  if (
    /^\sand\s[∼~≈<>]?$/.test(between) &&
    BETWEEN.test(text.slice(Math.max(0, parts[first]!.start - 24), parts[first]!.start))
  )
    return 'range'
  return LIST.test(between) && before.isWord === part.isWord ? 'list' : null
}

function haveOneUnit(one: Part, other: Part): boolean {
  if (one.unit === null || other.unit === null) return one.unit === null
  return (
    one.unit.name === other.unit.name ||
    (one.unit.isConvertible && other.unit.isConvertible && isOneDimension(one.unit, other.unit))
  )
}

function isOneDimension(one: UnitReading, other: UnitReading): boolean {
  return one.offset === other.offset && one.dimension.every((power, at) => power === other.dimension[at])
}

/** "1000 and 2000 ppm": the last of them says the unit for all; "80% and 81%" are two. */
function isOneList(parts: readonly Part[]): boolean {
  const units = parts.map(({ unit }) => unit)
  return units.slice(0, -1).every((unit) => unit === null) && units.at(-1) !== null
}

function quantityOf(text: string, parts: readonly Part[], joins: readonly Join[]): Quantity {
  const first = parts[0]!
  const errorAt = joins.indexOf('error')
  const { numbers, unit, unitStart, opening, end } = measuredTogether(text, parts, joins)
  const isRange = joins.includes('range') || joins.includes('order')
  const values = errorAt < 0 ? numbers : numbers.slice(0, errorAt + 1)
  const { start, bound } = wordsBefore(text, opening, isRange)
  const behind = wordsBehind(text, end)
  const isSpan = unit?.dimension[2] === 1 && /^over\b/i.test(text.slice(start, start + 5))
  // "Over 3 days" says how long something took.
  const limit = isSpan ? null : (bound ?? behind.bound)
  return {
    kind: isRange ? 'range' : joins[0] === 'product' ? 'product' : values.length > 1 ? 'list' : 'number',
    start,
    end: behind.end,
    core: [opening, end],
    numbers: values,
    range: isRange ? ordered(values) : rangeOf(limit, values),
    error: errorAt < 0 ? null : Math.abs(numbers[errorAt + 1]!),
    unit,
    unitSpan: unit === null ? null : [unitStart, unit.end],
    bound: limit,
    isWord: first.isWord,
    decimals: Math.max(...parts.map(({ decimals }) => decimals)),
  }
}

interface Measured {
  readonly numbers: readonly number[]
  readonly unit: UnitReading | null
  readonly unitStart: number
  readonly opening: number
  readonly end: number
}

/** Powers of ten and units that stand once for several numbers count for each: "1.2–3.4 × 10⁵", "(1.2 ± 0.1) mM", "20 keV to 3 MeV". */
function measuredTogether(text: string, parts: readonly Part[], joins: readonly Join[]): Measured {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const bracket = parts.length > 1 || last.unit === null ? bracketAround(text, first.start, last.whole) : null
  const measured = bracket?.unit ?? [...parts].reverse().find(({ unit }) => unit !== null) ?? null
  const isShared = joins.length > 0 && !joins.includes('list') && !joins.includes('product')
  const scale =
    (isShared && parts.slice(0, -1).every((part) => part.scale === 1) ? last.scale : 1) *
    (bracket?.scale ?? 1)
  const numbers = parts.map(({ value, unit, scale: own }, at) => {
    const ratio = unit === null || measured?.unit == null ? 1 : unit.factor / measured.unit.factor
    const joined =
      joins[at - 1] === 'range' &&
      value < 0 &&
      parts[at - 1]!.value >= 0 &&
      text[parts[at]!.start - 1] !== ' '
    return (joined ? -value : value) * ratio * (own === 1 || bracket !== null ? scale : 1)
  })
  return {
    numbers,
    unit: measured?.unit ?? null,
    unitStart: measured?.unitStart ?? last.end,
    opening: bracket === null ? first.start : first.start - 1,
    end: bracket?.end ?? last.whole,
  }
}

/** What stands behind the bracket around a number; null where none does. */
function bracketAround(text: string, start: number, end: number) {
  if (text[start - 1] !== '(' || text[end] !== ')') return null
  const power = powerOfTen(text, end + 1)
  const behind = unitBehind(text, power.end)
  if (power.end === end + 1 && (behind === null || behind.unit.isWord)) return null
  const measured = behind === null ? null : { unit: behind.unit, unitStart: behind.start }
  return { scale: power.value, unit: measured, end: behind?.unit.end ?? power.end }
}

function ordered([one = 0, other = 0]: readonly number[]): ValueRange {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}

function rangeOf(bound: Bound, numbers: readonly number[]): ValueRange | null {
  if (numbers.length !== 1) return null
  if (bound === 'at least') return { from: numbers[0]!, to: null }
  return bound === 'at most' ? { from: null, to: numbers[0]! } : null
}

/** "below around 1000 km": several words may stand before a number. */
function wordsBefore(
  text: string,
  at: number,
  isRange: boolean,
): { readonly start: number; readonly bound: Bound } {
  let start = at
  let bound: Bound = null
  for (let turn = 0; turn < MOST_WORDS_BEFORE; turn++) {
    const word = wordBefore(text, start, isRange)
    if (word === null) break
    start = word.start
    bound = word.bound === 'at least' || word.bound === 'at most' ? word.bound : (bound ?? word.bound)
  }
  return { start, bound }
}

function wordBefore(text: string, at: number, isRange: boolean) {
  const whole = text.slice(Math.max(0, at - WORD_REACH), at)
  const before = whole.trimEnd()
  if (whole.length - before.length > 2) return null
  for (const [pattern, bound] of BEFORE) {
    const word = pattern.exec(before)?.[0]
    if (word === undefined) continue
    const isPartOfWord = /^\p{L}/u.test(word) && /[\p{L}\p{N}]$/u.test(before.slice(0, -word.length))
    if (isPartOfWord || /^c$/i.test(word) || (!isRange && RANGE_WORDS.test(word))) return null
    return { start: at - (whole.length - before.length) - word.length, bound }
  }
  return null
}

function wordsBehind(text: string, at: number): { readonly end: number; readonly bound: Bound } {
  for (const [pattern, bound] of BEHIND) {
    const match = matchAt(pattern, text, at)
    if (match !== null) return { end: at + match[0].length, bound }
  }
  return { end: at, bound: null }
}
