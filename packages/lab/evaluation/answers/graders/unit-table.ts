/**
 * Units by symbol and name: a factor to SI and a dimension. Values: CODATA 2018 and SI brochure 2019; astronomical ones IAU 2015 B3.
 */

/** Exponents of the base quantities: m kg s A K mol cd, and those that convert to nothing else, such as a currency. */
export type Dimension = Readonly<Record<string, number>>

export interface UnitDefinition {
  readonly factor: number
  readonly dimension: Dimension
  /** Added to the number before the factor: a temperature scale with a zero of its own. */
  readonly offset?: number
}

type Row = readonly [symbols: string, names: string, factor: number, dimension: string]

const PREFIXES: readonly (readonly [symbol: string, name: string, factor: number])[] = [
  ['Y', 'yotta', 1e24],
  ['Z', 'zetta', 1e21],
  ['E', 'exa', 1e18],
  ['P', 'peta', 1e15],
  ['T', 'tera', 1e12],
  ['G', 'giga', 1e9],
  ['M', 'mega', 1e6],
  ['k', 'kilo', 1e3],
  ['h', 'hecto', 1e2],
  ['da', 'deca', 1e1],
  ['d', 'deci', 1e-1],
  ['c', 'centi', 1e-2],
  ['m', 'milli', 1e-3],
  ['μ', 'micro', 1e-6],
  ['u', 'micro', 1e-6],
  ['n', 'nano', 1e-9],
  ['p', 'pico', 1e-12],
  ['f', 'femto', 1e-15],
  ['a', 'atto', 1e-18],
  ['z', 'zepto', 1e-21],
  ['y', 'yocto', 1e-24],
]

const WITH_PREFIXES: readonly Row[] = [
  ['m', 'metre meter', 1, 'm'],
  ['g', 'gram gramme', 1e-3, 'kg'],
  ['s sec', 'second', 1, 's'],
  ['A', 'ampere amp', 1, 'A'],
  ['K', 'kelvin', 1, 'K'],
  ['mol', 'mole', 1, 'mol'],
  ['cd', 'candela', 1, 'cd'],
  ['Hz', 'hertz', 1, 's-1'],
  ['Bq', 'becquerel', 1, 's-1'],
  ['N', 'newton', 1, 'kg m s-2'],
  ['Pa', 'pascal', 1, 'kg m-1 s-2'],
  ['J', 'joule', 1, 'kg m2 s-2'],
  ['W', 'watt', 1, 'kg m2 s-3'],
  ['C', 'coulomb', 1, 'A s'],
  ['V', 'volt', 1, 'kg m2 s-3 A-1'],
  ['F', 'farad', 1, 'kg-1 m-2 s4 A2'],
  ['Ω ohm Ohm', 'ohm', 1, 'kg m2 s-3 A-2'],
  ['S', 'siemens', 1, 'kg-1 m-2 s3 A2'],
  ['T', 'tesla', 1, 'kg s-2 A-1'],
  ['Wb', 'weber', 1, 'kg m2 s-2 A-1'],
  ['H', 'henry', 1, 'kg m2 s-2 A-2'],
  ['Gy', 'gray', 1, 'm2 s-2'],
  ['Sv', 'sievert', 1, 'm2 s-2'],
  ['L l', 'litre liter', 1e-3, 'm3'],
  ['M', 'molar', 1e3, 'mol m-3'],
  ['eV', 'electronvolt', 1.602176634e-19, 'kg m2 s-2'],
  ['cal', 'calorie', 4.184, 'kg m2 s-2'],
  ['bar', 'bar', 1e5, 'kg m-1 s-2'],
  ['pc', 'parsec', 3.085677581491367e16, 'm'],
  ['Da', 'dalton', 1.6605390666e-27, 'kg'],
  ['G', 'gauss', 1e-4, 'kg s-2 A-1'],
  ['Wh', '', 3600, 'kg m2 s-2'],
]

const WITHOUT_PREFIXES: readonly Row[] = [
  ['rad', 'radian', 1, ''],
  ['sr', 'steradian', 1, ''],
  ['° deg', 'degree', Math.PI / 180, ''],
  ['arcmin', 'arcminute', Math.PI / 10_800, ''],
  ['arcsec', 'arcsecond', Math.PI / 648_000, ''],
  ['rev', 'revolution', 2 * Math.PI, ''],
  ['rpm', '', (2 * Math.PI) / 60, 's-1'],
  ['%', 'percent', 1e-2, ''],
  ['‰', '', 1e-3, ''],
  ['ppm', '', 1e-6, ''],
  ['ppb', '', 1e-9, ''],
  ['min', 'minute', 60, 's'],
  ['h hr hrs', 'hour', 3600, 's'],
  ['d', 'day', 86_400, 's'],
  ['', 'week', 604_800, 's'],
  ['yr a', 'year', 31_557_600, 's'],
  ['erg', 'erg', 1e-7, 'kg m2 s-2'],
  ['dyn dyne', 'dyne', 1e-5, 'kg m s-2'],
  ['Mx', 'maxwell', 1e-8, 'kg m2 s-2 A-1'],
  ['D', 'debye', 3.33564e-30, 'A s m'],
  ['a_0', 'bohr', 5.29177210903e-11, 'm'],
  ['AU au', '', 1.495978707e11, 'm'],
  ['ly', '', 9.4607304725808e15, 'm'],
  ['Å', 'angstrom ångström', 1e-10, 'm'],
  ['R_sun', '', 6.957e8, 'm'],
  ['R_E', '', 6.371e6, 'm'],
  ['R_J', '', 7.1492e7, 'm'],
  ['M_sun', '', 1.98847e30, 'kg'],
  ['L_sun', '', 3.828e26, 'kg m2 s-3'],
  ['amu u', '', 1.6605390666e-27, 'kg'],
  ['t', 'tonne', 1e3, 'kg'],
  ['atm', 'atmosphere', 101_325, 'kg m-1 s-2'],
  ['Torr torr mmHg', '', 101_325 / 760, 'kg m-1 s-2'],
  ['psi', '', 6894.757293168, 'kg m-1 s-2'],
  ['sfu', '', 1e-22, 'kg s-2'],
  ['P', 'poise', 0.1, 'kg m-1 s-1'],
  ['cP', '', 1e-3, 'kg m-1 s-1'],
  ['cc', '', 1e-6, 'm3'],
  ['hp', 'horsepower', 745.6998715822702, 'kg m2 s-3'],
  ['Btu BTU', '', 1055.05585262, 'kg m2 s-2'],
  ['ft', 'foot feet', 0.3048, 'm'],
  ['in', 'inch inches', 0.0254, 'm'],
  ['yd', 'yard', 0.9144, 'm'],
  ['mi', 'mile', 1609.344, 'm'],
  ['kmh kph', '', 1 / 3.6, 'm s-1'],
  ['mph', '', 0.44704, 'm s-1'],
  ['gal', 'gallon', 3.785411784e-3, 'm3'],
  ['oz', 'ounce', 0.028349523125, 'kg'],
  ['lb lbs', 'pound', 0.45359237, 'kg'],
  ['lbf', '', 4.4482216152605, 'kg m s-2'],
  ['slug', 'slug', 14.593902937206, 'kg'],
  ['e', '', 1.602176634e-19, 'A s'],
  ['Eh hartree Hartree', 'hartree', 4.3597447222071e-18, 'kg m2 s-2'],
  ['$ USD', 'dollar', 1, 'currency'],
  ['dB', 'decibel', 1, 'dB'],
  ['mag', 'magnitude', 1, 'mag'],
  ['dex', '', 1, 'dex'],
  ['R_S', '', 1, 'R_S'],
  // Things that are counted.
  ['', 'ion photon particle electron proton neutron atom molecule nucleus nuclei', 1, ''],
]

/** What `lb` is where it weighs instead of being a mass. */
export const POUND_FORCE: UnitDefinition = { factor: 4.4482216152605, dimension: dimensionOf('kg m s-2') }

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
  // Whole spellings come first: `min` is a minute and `cd` a candela, no prefix and unit.
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
