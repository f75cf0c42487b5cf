/** The values of a text: quantities that the decision keeps, in SI and with what was measured. */
import { isQuantity } from './decide.ts'
import { findQuantities, type Quantity, type ValueRange } from './find-quantities.ts'
import { measuredBy } from './measured.ts'
import { dimensionText } from './unit-table.ts'

/** In units of SI, or as the value is printed where `unit` is its own. */
export interface Amount {
  readonly value: number | null
  readonly range: ValueRange | null
  readonly error: number | null
  /** Bases of SI with their powers, such as "m^-3 mol"; "1" of a plain number. */
  readonly unit: string
}

/** A quantity as a text states it. */
export interface Value {
  readonly span: readonly [number, number]
  readonly text: string
  /** Null of a range, a list and a date. */
  readonly value: number | null
  readonly range: ValueRange | null
  /** What stands behind ±. */
  readonly error: number | null
  /** The numbers of a list or of a size such as "3 × 4 mm"; null of other values. */
  readonly list: readonly number[] | null
  readonly unit: string | null
  /** Null where the unit is not known, says nothing to SI, or could not be read for certain. */
  readonly si: Amount | null
  readonly of: string | null
  readonly property: string | null
  /** True where a sign of it could not be read (U+FFFD); such a value is never converted. */
  readonly doubtful: boolean
}

/** Returns the values of a text in order. Cost: some .7 ms of CPU a page. */
export function valuesIn(text: string): Value[] {
  return valuesOf(
    text,
    findQuantities(text).filter((quantity) => isQuantity(text, quantity)),
  )
}

/** Each with what was measured. */
export function valuesOf(text: string, quantities: readonly Quantity[]): Value[] {
  let floor = 0
  return quantities.map((quantity, at) => {
    const last = quantities[at - 1]
    // "IC50 of 12 µM and 15 µM" is of both; "12 µM for 48 h" is no IC50 of 48 h.
    if (last !== undefined && last.unit?.name !== quantity.unit?.name) floor = last.end
    return readingOf(text, quantity, floor)
  })
}

function readingOf(text: string, quantity: Quantity, floor: number): Value {
  const { start, end, core, kind, numbers, range, error, unit, unitSpan } = quantity
  const doubtful =
    unit?.isDoubtful === true ||
    /^\s?\ufffd|\ufffd\s?$/u.test(text.slice(core[0] - 2, core[0])) ||
    text.slice(core[0], core[1] + 2).includes('\ufffd')
  const isSingle = kind === 'number'
  const printed = {
    value: isSingle && range === null ? (numbers[0] ?? null) : null,
    range,
    error,
  }
  return {
    span: [start, end],
    text: text.slice(start, end),
    ...printed,
    list: kind === 'list' || kind === 'product' ? numbers : null,
    unit: unitSpan === null ? null : text.slice(...unitSpan),
    si: doubtful ? null : toSi(quantity, printed),
    ...measuredBy(text, quantity, floor),
    doubtful,
  }
}

function toSi({ unit }: Quantity, { value, range, error }: Omit<Amount, 'unit'>): Amount | null {
  if (unit === null || !unit.isConvertible) return null
  const { factor, offset, dimension } = unit
  const convert = (number: number | null) => (number === null ? null : rounded(number * factor + offset))
  return {
    value: convert(value),
    range: range === null ? null : { from: convert(range.from), to: convert(range.to) },
    error: error === null ? null : rounded(error * factor),
    unit: dimensionText(dimension),
  }
}

/** Without the dust of binary fractions: 12.5 µM is 0.0125 mol/m³, not 0.012499999999999999. */
function rounded(number: number): number {
  return Number(number.toPrecision(12))
}
