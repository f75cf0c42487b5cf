/** Lists units by symbol and name, from core/units and unit-table.txt: a factor to SI and a dimension. */
import { readFileSync } from 'node:fs'
import { PREFIXES, UNIT_ROWS } from '../../../../../core/units/index.ts'

/** Exponents of the base quantities m kg s A K mol cd, and of units that convert to nothing else, such as a currency. */
export type Dimension = Readonly<Record<string, number>>

export interface UnitDefinition {
  readonly factor: number
  readonly dimension: Dimension
  /** Added to the number before the factor, for a temperature scale with another zero. */
  readonly offset?: number
}

type Row = readonly [symbols: string, names: string, factor: number, dimension: string]

const SECTIONS = linesBySection(readFileSync(new URL('unit-table.txt', import.meta.url), 'utf8'))
const WITH_PREFIXES = [...knownRows('known units with prefixes'), ...rowsIn('units with prefixes')]
const WITHOUT_PREFIXES = [...knownRows('known units'), ...rowsIn('units without prefixes')]

/** Definition of `lb` as a force instead of a mass. */
export const POUND_FORCE: UnitDefinition = { factor: 4.4482216152605, dimension: dimensionOf('kg m s-2') }

/** Returns the lines by the heading in brackets above them. */
function linesBySection(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text
      .split(/^\[/m)
      .slice(1)
      .map((section) => {
        const [heading = '', ...lines] = section.split('\n')
        return [heading.replace(']', ''), lines.filter((line) => line !== '' && !line.startsWith('#'))]
      }),
  )
}

function rowsIn(heading: string): Row[] {
  return SECTIONS.get(heading)!.map(rowIn)
}

/** Returns rows by heading. Units without a space in their name or words also have these as spellings. */
function knownRows(heading: string): Row[] {
  const names = new Set(SECTIONS.get(heading)!.flatMap((line) => line.split(', ')))
  return UNIT_ROWS.filter(([name]) => names.has(name)).map(([name, symbols, words, dimension, factor]) => [
    symbols,
    [name, ...list(words)].filter((word) => /^[\p{L}]+$/u.test(word)).join(' '),
    factor,
    dimension,
  ])
}

function rowIn(line: string): Row {
  const [symbols = '', names = '', factor, dimension = ''] = line.split('|').map((cell) => cell.trim())
  return [symbols, names, Number(factor), dimension]
}

function dimensionOf(text: string): Dimension {
  const parts = text.split(' ').filter((part) => part !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [, base, power] = /^([a-zA-Z_]+?)(-?\d+)?$/.exec(part)!
      return [base!, Number(power ?? 1)]
    }),
  )
}

function table(): ReadonlyMap<string, UnitDefinition> {
  const units = new Map<string, UnitDefinition>()
  for (const [symbols, names, factor, dimension] of [...WITHOUT_PREFIXES, ...WITH_PREFIXES])
    for (const spelling of spellings(symbols, names))
      units.set(spelling, { factor, dimension: dimensionOf(dimension) })
  for (const spelling of ['°C', 'degC', 'celsius', 'Celsius']) units.set(spelling, scale(1, 273.15))
  for (const spelling of ['°F', 'degF', 'fahrenheit', 'Fahrenheit']) units.set(spelling, scale(5 / 9, 459.67))
  // Whole spellings take precedence: `min` is a minute and `cd` a candela, not a prefix and a unit.
  for (const [symbol, name, power] of PREFIXES)
    for (const [symbols, names, factor, dimension] of WITH_PREFIXES) {
      const prefixed = { factor: factor * power, dimension: dimensionOf(dimension) }
      for (const spelling of list(symbols)) setNew(units, symbol + spelling, prefixed)
      for (const spelling of spellings('', names)) setNew(units, name + spelling, prefixed)
    }
  return units
}

function setNew(units: Map<string, UnitDefinition>, spelling: string, unit: UnitDefinition): void {
  if (!units.has(spelling)) units.set(spelling, unit)
}

function scale(factor: number, offset: number): UnitDefinition {
  return { factor, dimension: { K: 1 }, offset }
}

function spellings(symbols: string, names: string): string[] {
  return [...list(symbols), ...list(names).flatMap((name) => [name, `${name}s`])]
}

function list(words: string): string[] {
  return words.split(' ').filter((word) => word !== '')
}

export const UNITS: ReadonlyMap<string, UnitDefinition> = table()
