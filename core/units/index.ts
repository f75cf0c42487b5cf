/** The units of measurement that Gloss knows, with their symbols, words and factors to SI. */

/** Powers of metre, kilogram, second, ampere, kelvin, mole and candela. */
export type Dimension = readonly number[]

export interface MeasureUnit {
  /** Name in words: "micromolar". */
  readonly name: string
  readonly dimension: Dimension
  readonly factor: number
  /** Added after the factor is applied, as for degrees Celsius. */
  readonly offset: number
  /** True if there is nothing in SI to convert to: "IU", "dB", "ppt". */
  readonly isArbitrary: boolean
}

const BASES = ['m', 'kg', 's', 'A', 'K', 'mol', 'cd'] as const

/** The prefixes of SI and their factors. */
export const PREFIXES: readonly (readonly [symbol: string, word: string, factor: number])[] = [
  ['Y', 'yotta', 1e24],
  ['Z', 'zetta', 1e21],
  ['E', 'exa', 1e18],
  ['P', 'peta', 1e15],
  ['T', 'tera', 1e12],
  ['G', 'giga', 1e9],
  ['M', 'mega', 1e6],
  ['k', 'kilo', 1e3],
  ['h', 'hecto', 1e2],
  ['da', 'deca', 10],
  ['d', 'deci', 1e-1],
  ['c', 'centi', 1e-2],
  ['m', 'milli', 1e-3],
  ['µ', 'micro', 1e-6],
  ['μ', 'micro', 1e-6],
  ['u', 'micro', 1e-6],
  ['n', 'nano', 1e-9],
  ['p', 'pico', 1e-12],
  ['f', 'femto', 1e-15],
  ['a', 'atto', 1e-18],
  ['z', 'zepto', 1e-21],
  ['y', 'yocto', 1e-24],
]
const PREFIX_BY_SYMBOL = new Map(PREFIXES.map(([symbol, word, factor]) => [symbol, { word, factor }]))

/** `words` are spellings besides the name and its plural, with `_` for spaces; `prefixes` are those that papers use with the symbols. */
type UnitRow = readonly [
  name: string,
  symbols: string,
  words: string,
  dimension: string,
  factor: number,
  prefixes?: string,
  offset?: number,
]

const ANY = 'fpnµμumcdhkMGT'
export const UNIT_ROWS: readonly UnitRow[] = [
  ['gray', 'Gy', 'Gray', 'm2 s-2', 1, 'mc'],
  // Without "pm" and "am", which are times of day, and "Mm" to "Tm", which are not in use.
  ['metre', 'm', 'meter', 'm', 1, 'fnµμumcdk'],
  ['micron', '', '', 'm', 1e-6],
  ['angstrom', 'Å Å', 'Angstrom ångström', 'm', 1e-10],
  ['inch', '', 'inches', 'm', 0.0254],
  ['foot', 'ft', 'feet', 'm', 0.3048],
  ['mile', '', '', 'm', 1609.344],
  ['astronomical unit', 'AU', '', 'm', 149597870700],
  ['parsec', 'pc', '', 'm', 3.08567758149137e16, 'kMG'],
  ['light year', 'ly', '', 'm', 9.4607304725808e15],
  ['hectare', 'ha', '', 'm2', 1e4],
  ['acre', '', '', 'm2', 4046.8564224],
  ['litre', 'L l ℓ', 'liter', 'm3', 1e-3, 'fpnµμumcdhkM'],
  ['cubic centimetre', 'cc', '', 'm3', 1e-6],
  ['gram', 'g', 'gramme', 'kg', 1e-3, `${ANY}aP`],
  ['microgram', 'mcg', '', 'kg', 1e-9],
  ['tonne', 't', 'ton', 'kg', 1e3, 'kMG'],
  ['dalton', 'Da', 'Dalton', 'kg', 1.6605390666e-27, 'kMG'],
  ['pound', 'lb lbs', '', 'kg', 0.45359237],
  ['ounce', 'oz', '', 'kg', 0.028349523125],
  ['second', 's sec secs', '', 's', 1, 'fpnµμum'],
  ['minute', 'min mins', '', 's', 60],
  ['hour', 'h hr hrs', '', 's', 3600],
  ['day', 'd', '', 's', 86400],
  ['week', 'wk wks', '', 's', 604800],
  ['month', 'mo', '', 's', 2629800],
  ['year', 'y yr yrs', '', 's', 31557600, 'kMG'],
  ['year ago', 'a', 'annum', 's', 31557600, 'kMG'],
  ['billion years', 'byr', '', 's', 3.15576e16],
  ['decade', '', '', 's', 315576000],
  ['century', '', 'centuries', 's', 3155760000],
  ['hertz', 'Hz', 'Hertz', 's-1', 1, 'mkMGT'],
  ['revolution per minute', 'rpm', '', 's-1', 1 / 60],
  ['becquerel', 'Bq', '', 's-1', 1, 'mkMGT'],
  ['curie', 'Ci', '', 's-1', 3.7e10, 'pnµμum'],
  ['kelvin', 'K', 'Kelvin', 'K', 1, 'nµμumk'],
  [
    'celsius',
    '°C ℃ ºC ˚C ◦C ∘C °c oC',
    'degree_Celsius degrees_Celsius degree_centigrade degrees_centigrade degree_C degrees_C',
    'K',
    1,
    '',
    273.15,
  ],
  ['fahrenheit', '°F ºF', 'degree_Fahrenheit degrees_Fahrenheit degrees_F', 'K', 5 / 9, '', 459.67 * (5 / 9)],
  ['mole', 'mol', 'mol', 'mol', 1, 'afpnµμumckM'],
  ['equivalent', 'equiv eq', '', '?', 1, 'mµμ'],
  ['molar', 'M', '', 'mol m-3', 1e3, 'afpnµμum'],
  ['molal', '', '', 'mol kg-1', 1],
  ['candela', 'cd', '', 'cd', 1, 'mk'],
  ['lux', 'lx', '', 'cd m-2', 1, 'k'],
  ['lumen', 'lm', '', 'cd', 1],
  ['ampere', 'A', 'amp', 'A', 1, 'fpnµμumk'],
  ['coulomb', 'C', '', 'A s', 1, 'pnµμum'],
  ['newton', 'N', 'Newton', 'm kg s-2', 1, 'fpnµμumkM'],
  ['dyne', 'dyn', '', 'm kg s-2', 1e-5],
  ['pascal', 'Pa', 'Pascal', 'm-1 kg s-2', 1, 'mµμuhkMGT'],
  ['bar', 'bar Bar', '', 'm-1 kg s-2', 1e5, 'nµμumk'],
  ['atmosphere', 'atm', '', 'm-1 kg s-2', 101325],
  ['torr', 'Torr torr', '', 'm-1 kg s-2', 101325 / 760, 'mµμ'],
  ['millimetre of mercury', 'mmHg', 'mm_Hg', 'm-1 kg s-2', 133.322387415],
  ['pound per square inch', 'psi', '', 'm-1 kg s-2', 6894.757293168],
  ['joule', 'J', 'Joule', 'm2 kg s-2', 1, 'afpnµμumkMGTP'],
  ['erg', 'erg', '', 'm2 kg s-2', 1e-7],
  ['electron volt', 'eV', 'electronvolt electron_volt', 'm2 kg s-2', 1.602176634e-19, 'µμumkMGT'],
  ['calorie', 'cal', '', 'm2 kg s-2', 4.184, 'k'],
  ['watt', 'W', 'Watt', 'm2 kg s-3', 1, 'fpnµμumkMGT'],
  ['watt hour', 'Wh', '', 'm2 kg s-2', 3600, 'kMGT'],
  ['volt', 'V', 'Volt', 'm2 kg s-3 A-1', 1, 'nµμumkM'],
  ['ohm', 'Ω Ω', 'Ohm', 'm2 kg s-3 A-2', 1, 'µμumkMG'],
  ['siemens', 'S', '', 'm-2 kg-1 s3 A2', 1, 'pnµμum'],
  ['farad', 'F', '', 'm-2 kg-1 s4 A2', 1, 'pnµμum'],
  // Without the prefix "p", which would make "pH".
  ['henry', 'H', '', 'm2 kg s-2 A-2', 1, 'nµμum'],
  ['weber', 'Wb', '', 'm2 kg s-2 A-1', 1],
  ['tesla', 'T', 'Tesla', 'kg s-2 A-1', 1, 'fpnµμum'],
  ['gauss', '', 'Gauss', 'kg s-2 A-1', 1e-4],
  ['sievert', 'Sv', '', 'm2 s-2', 1, 'mµμ'],
  ['katal', 'kat', '', 'mol s-1', 1, 'nµμum'],
  ['poise', 'cP', '', 'm-1 kg s-1', 1e-3],
  ['degree', '° º ˚ deg', 'degree', '', Math.PI / 180, 'm'],
  ['degree of latitude', '°N °S °E °W', '', '', Math.PI / 180],
  ['radian', 'rad', '', '', 1, 'mµμ'],
  ['arc minute', 'arcmin', '', '', Math.PI / 10800],
  ['arc second', 'arcsec', '', '', Math.PI / 648000, 'mµμ'],
  ['percent', '% ％', 'per_cent', '', 0.01],
  ['percent by weight', 'wt% wt.% wt.%. %wt %(w/w) %w/w', 'wt_% wt._% weight_% %_(w/w)', '', 0.01],
  ['percent by volume', 'vol% vol.% %(v/v) %v/v', 'vol_% vol._% %_(v/v)', '', 0.01],
  ['percent by mole', 'mol%', 'mol_%', '', 0.01],
  ['percent by atom', 'at% at.%', 'at_% at._%', '', 0.01],
  // Grams in 100 ml, as in chemistry.
  ['percent weight by volume', '%(w/v) %w/v', '%_(w/v)', 'm-3 kg', 10],
  ['percentage point', '', '', '', 0.01],
  ['per mille', '‰', 'permil per_mil per_mille', '', 1e-3],
  ['part per million', 'ppm ppmv', '', '', 1e-6],
  ['part per billion', 'ppb ppbv', '', '', 1e-9],
  // A trillionth or a thousandth, depending on the field.
  ['ppt', 'ppt ppq', '', '?', 1],
  ['fold', 'fold', '', '', 1],
  ['times', '×', 'times', '', 1],
  ['order of magnitude', '', 'orders_of_magnitude', '?', 1],
  ['times gravity', '×g xg', '×_g x_g', 'm s-2', 9.80665],
  ['decibel', 'dB', '', '?', 1],
  ['base pair', 'bp', '', '?', 1, 'kMG'],
  ['kilobase', 'kb', '', '?', 1],
  ['megabase', 'Mb', '', '?', 1],
  ['nucleotide', 'nt', '', '?', 1, 'k'],
  ['residue', 'aa', '', '?', 1],
  ['unit', 'U IU', '', '?', 1, 'mkMµμ'],
  ['colony forming unit', 'CFU cfu', '', '?', 1],
  ['plaque forming unit', 'PFU pfu', '', '?', 1],
  ['optical density', 'OD', '', '?', 1],
  ['pixel', 'px', '', '?', 1],
  ['bit', 'bps', '', '?', 1, 'kMG'],
  ['byte', 'B', '', '?', 1, 'kMGT'],
  ['rayleigh', 'R', '', '?', 1, 'k'],
  ['radius', 'Rp Rs RJ RE R⊕ R⊙ R☉', '', '?', 1],
  ['mass of the sun', 'M⊙ M☉ M⊕', '', '?', 1],
  ['dollar', '$', 'USD', '?', 1],
  ['euro', '€', 'EUR', '?', 1],
]

/** Symbols that are a unit only with a prefix; alone they are a letter: a byte, or a mark in a table. */
const ONLY_WITH_PREFIX = new Set(['a', 'B', 'C', 'F', 'H', 'R', 'bps'])

const BY_SPELLING = new Map<string, MeasureUnit>()
for (const row of UNIT_ROWS) addRow(row)

function addRow([name, symbols, words, dimension, factor, prefixes = '', offset = 0]: UnitRow): void {
  const unit = { name, dimension: dimensionOf(dimension), factor, offset, isArbitrary: dimension === '?' }
  for (const word of [name, ...words.split(' ')].filter((one) => one !== '')) {
    const spelled = word.replaceAll('_', ' ')
    add(spelled, unit)
    if (/[a-z]{3}$/.test(spelled)) add(`${spelled}s`, unit)
  }
  for (const symbol of symbols.split(' ').filter((one) => one !== '')) {
    if (!ONLY_WITH_PREFIX.has(symbol)) add(symbol, unit)
    for (const prefix of prefixes) add(`${prefix}${symbol}`, prefixed(unit, prefix))
  }
  if (prefixes === '') return
  for (const prefix of prefixes)
    for (const word of [name, ...words.split(' ')].filter((one) => /^[a-z]{3}/.test(one)))
      for (const ending of ['', 's'])
        add(`${PREFIX_BY_SYMBOL.get(prefix)!.word}${word}${ending}`, prefixed(unit, prefix))
}

function add(spelling: string, unit: MeasureUnit): void {
  // "cd" is a candela, not a hundredth of a day, and "min" not a "milli-inch": the earlier row of the table wins.
  if (!BY_SPELLING.has(spelling)) BY_SPELLING.set(spelling, unit)
}

function prefixed(unit: MeasureUnit, prefix: string): MeasureUnit {
  const { word, factor } = PREFIX_BY_SYMBOL.get(prefix)!
  return { ...unit, name: `${word}${unit.name}`, factor: unit.factor * factor }
}

function dimensionOf(text: string): Dimension {
  const powers = BASES.map(() => 0)
  for (const [, base = '', power = '1'] of text.matchAll(/(mol|kg|cd|[msAK])(-?\d)?/g))
    powers[BASES.indexOf(base as (typeof BASES)[number])] = Number(power)
  return powers
}

/** Returns the unit with this spelling; undefined for anything else. Case matters, except in words. */
export function unitOf(spelling: string): MeasureUnit | undefined {
  return (
    BY_SPELLING.get(spelling) ??
    (/^\p{L}{4,}/u.test(spelling) ? BY_SPELLING.get(spelling.toLowerCase()) : undefined)
  )
}

/** Order in which people write bases: what is counted before what it is counted in. */
const WRITTEN_ORDER = ['mol', 'kg', 'm', 'A', 's', 'K', 'cd'] as const
const DIVISOR_ORDER = ['kg', 'm', 's', 'A', 'K', 'mol', 'cd'] as const

/** Returns the text of a dimension, such as "mol m^-3", and "1" for a plain number. */
export function dimensionText(dimension: Dimension): string {
  const powerOf = (base: (typeof BASES)[number]) => dimension[BASES.indexOf(base)]!
  const factors = WRITTEN_ORDER.filter((base) => powerOf(base) > 0)
  const divisors = DIVISOR_ORDER.filter((base) => powerOf(base) < 0)
  const powers = [...factors, ...divisors].map((base) =>
    powerOf(base) === 1 ? base : `${base}^${powerOf(base)}`,
  )
  return powers.length === 0 ? '1' : powers.join(' ')
}

/** Spellings that contain a space, longest first. */
export const SPACED_SPELLINGS: readonly string[] = [...BY_SPELLING.keys()]
  .filter((spelling) => spelling.includes(' '))
  .sort((a, b) => b.length - a.length)

/** Returns the symbols and lower-case words of these units, with the names of their units. */
export function spellingsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(names)
  const spellings = [...BY_SPELLING].map(([spelling, { name }]) => [spelling, name] as const)
  return new Map(
    spellings.filter(([spelling, name]) => wanted.has(name) && !/^\p{Lu}\p{Ll}{3}/u.test(spelling)),
  )
}
