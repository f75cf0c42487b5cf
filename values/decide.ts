/** Decides which numbers of a text are quantities, by a sum of fitted weights of the features around a number. */
import type { Quantity } from './find-quantities.ts'
import weights from './weights.json' with { type: 'json' }

const WORD_BEFORE = /([\p{L}'’-]+)[.,]?\s?[([]?$/u
const SECOND_BEFORE = /([\p{L}'’-]+)[.,]?\s+[\p{L}'’-]+[.,]?\s?[([]?$/u
const WORD_BEHIND = /^[\s-]?([\p{L}-]+)/u
const FITTED: Readonly<Record<string, number>> = weights
// "2020;34:2354–63" says where a work was published.
const BIBLIOGRAPHIC = /(?:\d{4};|[;:/]\d+\(?\d*\)?:|(?:19|20)\d\d:\d+ )$/
const BIBLIOGRAPHIC_REACH = 12
const REACH = 28

/** Returns true for a quantity; false for the number of a figure, a reference or a sample. */
export function isQuantity(
  text: string,
  quantity: Quantity,
  weights: Readonly<Record<string, number>> = FITTED,
): boolean {
  const { unit, unitSpan, error, core } = quantity
  const before = text.slice(Math.max(0, core[0] - BIBLIOGRAPHIC_REACH), core[0])
  if (unit === null && (BIBLIOGRAPHIC.test(before) || /^(?:19|20)\d\d:/.test(text.slice(...core))))
    return false
  if (isName(text, quantity)) return false
  const isLong = unitSpan !== null && (unitSpan[1] - unitSpan[0] > 1 || unit?.name === 'percent')
  const isMeasured = unit?.isConvertible === true && isLong
  if (isMeasured || error !== null) return true
  let sum = 0
  for (const name of featuresOf(text, quantity)) sum += weights[name] ?? 0
  return sum > 0
}

/** The strongest magnets reach a few tens of tesla. */
const MAX_TESLA = 100
const DECADE = /(?<!\d)(?:1[5-9]|20)\d0$/

/** Returns whether a number is part of a name: capitals that are not an SI unit ("33RE"), a strain ("DSM 1251T"), a decade ("1930s"). */
function isName(text: string, { unit, unitSpan, numbers }: Quantity): boolean {
  if (unit === null || unitSpan === null || !/\d/.test(text[unitSpan[0] - 1]!)) return false
  const printed = text.slice(...unitSpan)
  if (printed === 's' && DECADE.test(text.slice(Math.max(0, unitSpan[0] - 5), unitSpan[0]))) return true
  if (printed === 'T') return numbers.some((number) => number > MAX_TESLA)
  return !unit.isConvertible && !unit.isDoubtful && /^\p{Lu}{2,}$/u.test(printed)
}

/** Returns the names of a candidate's features. */
export function featuresOf(text: string, quantity: Quantity): string[] {
  const { start, end, core, kind, bound, error, decimals } = quantity
  const before = text.slice(Math.max(0, start - REACH), start)
  const behind = text.slice(end, end + REACH)
  const measured = measuredIn(text, quantity)
  const size = sizeOf(text.slice(start, end), quantity)
  const place = placeOf(text, quantity)
  return [
    'any',
    `kind ${kind} ${measured === 'none' ? 'bare' : ''}`,
    `unit ${measured}`,
    `size ${size}`,
    `place ${place}`,
    `size ${size} ${place}`,
    `sign before ${signBefore(before)}`,
    // A number with a unit is a quantity whatever precedes it.
    ...(quantity.unit === null
      ? [`before ${wordAt(WORD_BEFORE, before)}`, `second ${wordAt(SECOND_BEFORE, before)}`]
      : []),
    `capital ${/\p{Lu}\p{L}+\.?\s?$/u.test(before)}`,
    `behind ${wordAt(WORD_BEHIND, behind) || behind.trimStart().slice(0, 1)}`,
    `next ${nextOf(behind)}`,
    ...(decimals > 0 ? ['decimal'] : []),
    ...(bound === null ? [] : ['bound']),
    ...(start < core[0] ? ['words before'] : []),
    ...(error === null ? [] : ['error']),
  ]
}

function wordAt(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1]?.toLowerCase() ?? ''
}

function measuredIn(text: string, { unit, unitSpan, isWord }: Quantity): string {
  if (unit === null || unitSpan === null) return isWord ? 'word' : 'none'
  const printed = text.slice(...unitSpan)
  return unit.isWord || printed.length > 1 ? 'long' : printed
}

function nextOf(behind: string): string {
  if (/^[\s-]?\p{Ll}+s(?!\p{L})/u.test(behind)) return 'plural'
  return /^\s\p{Ll}/u.test(behind) ? 'word' : /^\s\p{Lu}/u.test(behind) ? 'capital' : behind.slice(0, 1)
}

function sizeOf(printed: string, { numbers, unit }: Quantity): string {
  const [value = Number.NaN] = numbers
  if (unit !== null) return 'measured'
  if (Number.isNaN(value)) return 'date'
  if (/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.test(printed)) return 'year'
  if (!Number.isInteger(value)) return 'fraction'
  return value < 13 ? `small` : value < 100 ? 'tens' : value < 1000 ? 'hundreds' : 'thousands'
}

/** Returns whether brackets hold the number alone, with other numbers, or with words. */
function placeOf(text: string, { start, end }: Quantity): string {
  const before = text.slice(Math.max(0, start - 60), start)
  const behind = text.slice(end, end + 40)
  const opened = /([([])([^()[\]]*)$/.exec(before)
  if (opened === null) return 'outside'
  const inside = `${opened[2]}${/^[^()[\]]*/.exec(behind)?.[0] ?? ''}`
  if (/^[\d\s,;–-]*$/.test(inside)) return `in ${opened[1]} numbers`
  if (/\bet al|\p{Lu}\p{Ll}+(?: and \p{Lu}\p{Ll}+)?,? (?:19|20)?$/u.test(opened[2]!)) return 'in citation'
  return `in ${opened[1]}`
}

function signBefore(before: string): string {
  return /[=:/,;(–[-]\s?$/.exec(before)?.[0].trim() ?? (/\d\s?$/.test(before) ? 'digit' : '')
}
