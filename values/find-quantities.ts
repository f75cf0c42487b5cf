/** Finds possible quantities: numbers joined into ranges, lists and errors, with their unit and the words that limit them. */
import { type Bound, wordsBefore, wordsBehind } from './limit-words.ts'
import { type NumberReading, numbersIn, powerOfTen } from './read-number.ts'
import { readUnit, type UnitReading, unitBehind } from './read-unit.ts'

interface Part extends NumberReading {
  /** End of the number with its unit. */
  readonly whole: number
  readonly unitStart: number
  readonly unit: UnitReading | null
}

export interface ValueRange {
  readonly from: number | null
  readonly to: number | null
}

/** A number with its unit, several joined numbers, or a date; `kind` says how they are joined. */
export interface Quantity {
  readonly kind: 'number' | 'range' | 'list' | 'product' | 'date'
  readonly start: number
  readonly end: number
  /** Span without the words before and after. */
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
const SPACED_DASH = /^\s[-–—−]\s$/u
const EMPTY_CELLS = /[\s\d][-–—−] [-–—−](?:\s|$)/u
const ROW_REACH = 60
const ERROR = /^\s?(?:±|\+\/[-−–]|\(±\s?|\(SD\s|\(SE\s)\s?$/
const LIST = /^\s?,\s?$|^\s?,?\s?(?:and|or|&|versus|vs\.?)\s[∼~≈]?$|^\s?\/\s?$/
const ORDER = /^\s?[<≤⩽]\s?[\p{L}\p{N}/°()[\]Δ]{1,8}\s?[<≤⩽]\s?$/u
const PRODUCT = /^\s?[×x]\s?$|^:$/
const LABEL_REACH = 24
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?)'
const DATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\s)?${MONTH}\\s(?:\\d{1,2}(?:st|nd|rd|th)?,\\s)?(?:1[5-9]|20)\\d\\d(?!\\p{N})|\\d{1,2}(?:st|nd|rd|th)?\\s${MONTH}(?!\\p{L})|${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}.])|\\d{1,2}:\\d\\d(?::\\d\\d)?(?![\\p{N}:])(?:\\s?(?:UTC?|GMT|[ap]\\.?m\\.?|h)(?!\\p{L}))?|(?:19|20)\\d\\d-\\d\\d-\\d\\d)`,
  'gu',
)
// Digits of neighbouring numbers, and what may be between an opening bracket and the text after the closing one: "(1.2 ± 0.1) × 10−3 M".
const BETWEEN = /\b(?:between|from)\s(?:about\s|around\s|approximately\s)?[∼~≈]?$/i

export function findQuantities(text: string): Quantity[] {
  const dates = [...text.matchAll(DATE)].map(({ index, 0: { length } }) => dateAt(index, index + length))
  const isInDate = ({ start, end }: NumberReading) =>
    dates.some((date) => start < date.end && end > date.start)
  const parts: Part[] = []
  // "5 mg kg−1": the number in a unit is not a separate number.
  for (const number of numbersIn(text))
    if (!isInDate(number) && number.start >= (parts.at(-1)?.whole ?? 0)) parts.push(withUnit(text, number))
  const found: Quantity[] = [...dates]
  for (let at = 0; at < parts.length; ) {
    const { count, joins } = groupAt(text, parts, at)
    const quantity = quantityOf(text, parts.slice(at, at + count), joins)
    // A power after a bracket may be too large for a double.
    if (quantity.numbers.every(Number.isFinite)) found.push(quantity)
    at += count
    while (at < parts.length && parts[at]!.start < quantity.end) at++
  }
  return withSharedUnits(
    text,
    found.sort((one, other) => one.start - other.start),
  )
}

/** Gives all numbers of a size the unit of the last one: "0.66 ± 0.08 × 2.1 ± 0.5 µm". */
function withSharedUnits(text: string, quantities: Quantity[]): Quantity[] {
  for (let at = quantities.length - 2; at >= 0; at--) {
    const [one, next] = [quantities[at]!, quantities[at + 1]!]
    const isSize = one.error !== null && one.unit === null && next.unit?.dimension[0] === 1
    if (isSize && PRODUCT.test(text.slice(one.end, next.start)))
      quantities[at] = { ...one, unit: next.unit, unitSpan: next.unitSpan }
  }
  return quantities
}

function dateAt(start: number, end: number): Quantity {
  const nothing = { numbers: [], range: null, error: null, unit: null, unitSpan: null, bound: null }
  return { kind: 'date', start, end, core: [start, end], ...nothing, isWord: false, decimals: 0 }
}

function withUnit(text: string, number: NumberReading): Part {
  const behind = unitBehind(text, number.end)
  if (behind === null || isLabel(text, number.start, behind.unit))
    return { ...number, whole: number.end, unitStart: number.end, unit: null }
  return { ...number, whole: behind.unit.end, unitStart: behind.start, unit: behind.unit }
}

/** Returns whether the word before the number labels it, so that the same word after it is not its unit: "Year 1 Year 2". */
function isLabel(text: string, at: number, { isWord, name }: UnitReading): boolean {
  const word = isWord ? /(\p{L}+) $/u.exec(text.slice(Math.max(0, at - LABEL_REACH), at))?.[1] : undefined
  return word !== undefined && readUnit(word, 0)?.name === name
}

/** Returns how many parts from `at` on form one quantity, and how each is joined to the previous one. */
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
  // "1.83, 95% CI" is a value and the confidence of its interval; "pH 6.8, 200 mM NaCl" is two quantities.
  const isList =
    isOneList(parts.slice(at, at + count)) &&
    !/^\s?(?:CI|CrI|confidence|credible)\b/.test(text.slice(parts[at + count - 1]!.whole)) &&
    !/\bpH (?:of )?$/.test(text.slice(Math.max(0, parts[at]!.start - LABEL_REACH), parts[at]!.start))
  return isList ? { count, joins } : { count: 1, joins: [] }
}

function joinOf(text: string, parts: readonly Part[], first: number, next: number): Join | null {
  const before = parts[next - 1]!
  const part = parts[next]!
  const between = text.slice(before.whole, part.start)
  if (between.length > 16 || !haveSameUnit(before, part)) return null
  if (PRODUCT.test(between)) return 'product'
  if (ERROR.test(between)) return 'error'
  if (RANGE.test(between) || (between === '' && part.value < 0))
    return isCellDash(text, before, part) ? null : 'range'
  if (ORDER.test(between)) return 'order'
  if (
    /^\sand\s[∼~≈<>]?$/.test(between) &&
    BETWEEN.test(text.slice(Math.max(0, parts[first]!.start - 24), parts[first]!.start))
  )
    return 'range'
  return LIST.test(between) && before.isWord === part.isWord ? 'list' : null
}

/** Returns whether a dash is an empty table cell or a subtraction: "1032 – 3.83", "1.56 – 4.51 – –". */
function isCellDash(text: string, before: Part, { start, value }: Part): boolean {
  if (!SPACED_DASH.test(text.slice(before.whole, start))) return false
  const near = text.slice(Math.max(0, before.start - ROW_REACH), start + ROW_REACH)
  return (before.value > value && value >= 0) || EMPTY_CELLS.test(near)
}

function haveSameUnit(one: Part, other: Part): boolean {
  if (one.unit === null || other.unit === null) return one.unit === null
  return (
    one.unit.name === other.unit.name ||
    (one.unit.isConvertible && other.unit.isConvertible && haveSameDimension(one.unit, other.unit))
  )
}

function haveSameDimension(one: UnitReading, other: UnitReading): boolean {
  return one.offset === other.offset && one.dimension.every((power, at) => power === other.dimension[at])
}

/** Returns whether the last unit applies to all parts: "1000 and 2000 ppm"; "80% and 81%" are two quantities. */
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
  // "Over 3 days" is a duration, not a lower bound.
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

/** Applies a shared power of ten or unit to each number: "1.2–3.4 × 10⁵", "(1.2 ± 0.1) mM", "20 keV to 3 MeV". */
function measuredTogether(text: string, parts: readonly Part[], joins: readonly Join[]) {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const bracket =
    parts.length > 1 || last.unit === null
      ? bracketAround(text, first.start, last.whole, parts.length === 1)
      : null
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

/** Reads what follows the bracket around a number; null if there is no bracket. */
function bracketAround(text: string, start: number, end: number, isSingle: boolean) {
  if (text[start - 1] !== '(' || text[end] !== ')') return null
  const power = powerOfTen(text, end + 1)
  const behind = unitBehind(text, power.end)
  if (power.end === end + 1 && (behind === null || behind.unit.isWord)) return null
  // "(0)nL" is part of a formula, "(27) J = 1" its number.
  const isSymbol = behind !== null && /^\)(?:\p{L}| \p{L}$)/u.test(text.slice(end, behind.unit.end))
  if (isSingle && power.end === end + 1 && isSymbol) return null
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
