/** Reads the values of a text: its quantities in SI, with what was measured. */

import { dimensionText } from '../core/units/index.ts'
import { isQuantity } from './decide.ts'
import { findQuantities, type Quantity, type ValueRange } from './find-quantities.ts'
import { measuredBy } from './measured.ts'
import type { UnitReading } from './read-unit.ts'

/** An amount in units of SI, or as printed if `unit` is the value's own. */
export interface Amount {
  /** Null for a range, a list and a date. */
  readonly value: number | null
  readonly range: ValueRange | null
  /** The number after ±. */
  readonly error: number | null
  /** The numbers of a list, a ratio or a size such as "3 × 4 mm"; null for other values. */
  readonly list: readonly number[] | null
  /** SI bases with their powers, such as "mol m^-3"; "1" for a plain number. */
  readonly unit: string
}

/** A quantity as a text states it. */
export interface Value extends Omit<Amount, 'unit'> {
  readonly span: readonly [number, number]
  readonly text: string
  readonly unit: string | null
  /** Null if the unit is unknown, has no equivalent in SI, or is not readable for certain. */
  readonly si: Amount | null
  readonly of: string | null
  readonly property: string | null
  /** Whether a character of the unit is unreadable (U+FFFD); such a value is never converted. */
  readonly doubtful: boolean
}

/** Returns the values of a text in order. Cost: some .7 ms of CPU a page. */
export function valuesIn(text: string): Value[] {
  return valuesOf(
    text,
    findQuantities(text).filter((quantity) => isQuantity(text, quantity)),
  )
}

/** Returns each quantity with what was measured. */
export function valuesOf(text: string, quantities: readonly Quantity[]): Value[] {
  let floor = 0
  const countsMillions = quantities.some((quantity) => isMillions(text, quantity))
  return quantities.map((quantity, at) => {
    const last = quantities[at - 1]
    // In "IC50 of 12 µM and 15 µM" the property applies to both; in "12 µM for 48 h" not to 48 h.
    if (last !== undefined && last.unit?.name !== quantity.unit?.name) floor = last.end
    return readingOf(text, countsMillions ? withoutMolar(text, quantity) : quantity, floor)
  })
}

/** "110 M parameters": nothing dissolves at more moles per litre than water itself has. */
const MAX_MOLAR = 56

function isMillions(text: string, { unit, unitSpan, numbers }: Quantity): boolean {
  return isCapitalM(text, unitSpan) && unit?.name === 'molar' && numbers.some((number) => number > MAX_MOLAR)
}

function withoutMolar(text: string, quantity: Quantity): Quantity {
  const { unit, unitSpan } = quantity
  if (unit === null || !isCapitalM(text, unitSpan)) return quantity
  return { ...quantity, unit: { ...unit, isConvertible: false } }
}

function isCapitalM(text: string, span: Quantity['unitSpan']): boolean {
  return span !== null && text.slice(...span) === 'M'
}

function readingOf(text: string, quantity: Quantity, floor: number): Value {
  const { start, end, core, kind, numbers, range, error, unit, unitSpan } = quantity
  const doubtful =
    unit?.isDoubtful === true ||
    /^\s?\ufffd|\ufffd\s?$/u.test(text.slice(core[0] - 2, core[0])) ||
    text.slice(core[0], core[1] + 2).includes('\ufffd')
  const printed = {
    value: kind === 'number' && range === null ? (numbers[0] ?? null) : null,
    range,
    error,
    list: kind === 'list' || kind === 'product' ? numbers : null,
  }
  return {
    span: [start, end],
    text: text.slice(start, end),
    ...printed,
    unit: unitSpan === null ? null : text.slice(...unitSpan),
    si:
      doubtful || unit?.isConvertible !== true || (kind === 'product' && unit.dimension[0] !== 1)
        ? null
        : toSi(unit, printed, text.slice(Math.max(0, start - REACH), start)),
    ...measuredBy(text, quantity, floor),
    doubtful,
  }
}

const REACH = 120
const SPUN = /\b(?:centrifug|spun|spin|pellet)\w*\b[^.;]*$/iu
const MIN_GRAVITIES = 100
const GRAVITY = { factor: 9.80665, offset: 0, dimension: [1, 0, -2, 0, 0, 0, 0] }
const DIFFERENCE =
  /\b(?:increas|decreas|rise|rose|drop|fall|fell|differ|warm|cool|gradient|shift|reduc|gain)\w*(?:\s(?:by|of|in|from|temperature|\w+ing))*\s$|\bby\s$/iu

/** Converts to SI. `before`, the text in front, shows that "4000 g" of a centrifuge is not a mass, and "a rise of 3 °C" is 3 K. */
function toSi(
  unit: UnitReading,
  { value, range, error, list }: Omit<Amount, 'unit'>,
  before: string,
): Amount {
  const least = Math.abs(value ?? range?.from ?? range?.to ?? list?.[0] ?? 0)
  const isGravity = unit.name === 'gram' && least >= MIN_GRAVITIES && SPUN.test(before)
  const { factor, offset, dimension } = isGravity ? GRAVITY : unit
  const zero = DIFFERENCE.test(before) ? 0 : offset
  const convert = (number: number | null) => (number === null ? null : rounded(number * factor + zero))
  return {
    value: convert(value),
    range: range === null ? null : { from: convert(range.from), to: convert(range.to) },
    error: error === null ? null : rounded(error * factor),
    list: list === null ? null : list.map((number) => rounded(number * factor + zero)),
    unit: dimensionText(dimension),
  }
}

/** Removes binary rounding errors: 12.5 µM is 0.0125 mol/m³, not 0.012499999999999999. */
function rounded(number: number): number {
  return Number(number.toPrecision(12))
}
