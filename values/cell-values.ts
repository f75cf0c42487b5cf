/** Reads the values of table rows that name their columns: "Plant: Spinach; Fe (mg/100 g): 2.71" is 2.71 mg/100 g of Fe in spinach. */
import { type Value, valuesIn } from './read-values.ts'

export interface CellValue {
  readonly value: Omit<Value, 'span'>
  readonly cell: string
  /** Text of the row. */
  readonly row: string
}

/** A unit in brackets at the end, or a percent sign at either end. */
const UNIT = /^(.*?)\s*[([]([^()[\]]+)[)\]][*†‡§]*$|^(.*[^\s,])[\s,]+(%)$|^(%)\s*(?:of\s+)?(.+)$/u
/** "(×10³ cells)", "(log10 CFU/g)": the cell is not a plain number in the unit. */
const SCALED = /[×x*]\s?10|10\s?[\^⁻⁰-⁹−-]|\b(?:log|ln|thousands?|millions?)/iu
const CELL = /^([^;:]{1,80}):\s(.+)$/u
const NUMBER = /^[<>≤≥~±]?\s?[-−–]?\d/u

/** Returns the values of cells whose column name has a unit. Columns with several units or a power of ten are left out. */
export function cellValuesIn(reading: string): CellValue[] {
  return reading.split(/\.\s+(?=[^.;]{1,80}[;:])/u).flatMap((row) => {
    const cells = row.split('; ').map((part) => CELL.exec(part))
    const label = cells.find((cell) => cell !== null && /\p{L}/u.test(cell[2]!))?.[2] ?? row.split('; ')[0]!
    return cells.flatMap((found) => {
      const [, heading = '', text = ''] = found ?? []
      const cell = text.replace(/\.$/u, '')
      const value = NUMBER.test(cell) ? readCell(heading, cell) : null
      return value === null ? [] : [{ value: { ...value, of: label }, cell, row }]
    })
  })
}

function readCell(heading: string, cell: string): Omit<Value, 'span'> | null {
  const [, before, inBrackets, ahead, atEnd, atStart, behind] = UNIT.exec(heading) ?? []
  const unit = inBrackets ?? atEnd ?? atStart
  if (unit === undefined || SCALED.test(heading) || /[,;/]\s/.test(unit)) return null
  const printed = `${cell} ${unit}`
  const [value, ...others] = valuesIn(printed)
  if (value === undefined || others.length > 0 || value.si === null) return null
  const [start, end] = value.span
  if (start !== 0 || end !== printed.length) return null
  return { ...value, text: cell, property: before ?? ahead ?? behind ?? null }
}
