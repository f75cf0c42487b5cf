/**
 * Finds numbers with units, but not percentages, which say nothing on their own. "12.5 µM", "12.50 uM" and "12.5 micromolar" are one name:
 * "12 5 micromolar".
 */
import { spellingsOf } from '../../core/units/index.ts'
import { canonical } from './canonical.ts'
import type { FoundSpan } from './mention.ts'

// Case counts: mM is not mm. Units of core/units whose quantities are names.
const NAMED_UNITS =
  'molar, millimolar, micromolar, nanomolar, picomolar, kilogram, gram, milligram, microgram, nanogram, picogram, litre, ' +
  'millilitre, microlitre, kilometre, metre, centimetre, millimetre, micrometre, nanometre, angstrom, second, ' +
  'millisecond, minute, hour, day, week, month, year, celsius, fahrenheit, kelvin, fold, dalton, kilodalton, base pair, ' +
  'kilobase, megabase, volt, millivolt, electron volt, ampere, watt, hertz, kilohertz, megahertz, ' +
  'gigahertz, pascal, kilopascal, megapascal, gigapascal, joule, kilojoule, kilocalorie, millimetre of mercury, mole, ' +
  'millimole, micromole, gray, tesla, unit, ' +
  'kiloelectron volt, megaelectron volt, gigaelectron volt, teraelectron volt'
// Spellings that are not names: letters that more often mark a figure or a strain, "2 A", and rare ones.
const NO_NAMES = new Set(['A', 'T', 'U', 'l', 'ℓ', '˚C', '◦C', 'micromol'])
// Ratios, other names of a unit, and spellings that are too loose to convert by.
const MORE_SPELLINGS: Readonly<Record<string, string>> = {
  molar: 'mol/L|mol/l',
  millimolar: 'mmol/L|mmol/l',
  micromolar: 'µmol/L|μmol/L|umol/L|µmol/l|μmol/l',
  nanomolar: 'nmol/L|nmol/l',
  picomolar: 'pmol/L|pmol/l',
  'milligram per kilogram': 'mg/kg|mg kg-1|mg kg−1|mg·kg−1|mg kg⁻¹',
  'microgram per millilitre': 'µg/mL|μg/mL|ug/mL|µg/ml|μg/ml|ug/ml',
  'milligram per millilitre': 'mg/mL|mg/ml',
  'nanogram per millilitre': 'ng/mL|ng/ml',
  'picogram per millilitre': 'pg/mL|pg/ml',
  'milligram per decilitre': 'mg/dL|mg/dl',
  'gram per litre': 'g/L|g/l',
  'milligram per litre': 'mg/L|mg/l',
  'kilojoule per mole': 'kJ/mol|kJ mol-1|kJ mol−1|kJ mol⁻¹',
  'kilocalorie per mole': 'kcal/mol|kcal mol-1|kcal mol−1|kcal mol⁻¹',
  micrometre: 'micron|microns',
  celsius: '° C',
  fold: '-fold',
  kilodalton: 'kd|kD',
  kilobase: 'kbp',
  megabase: 'Mbp',
}

const UNIT_BY_SPELLING: ReadonlyMap<string, string> = new Map([
  ...[...spellingsOf(NAMED_UNITS.split(', '))].filter(([spelling]) => !NO_NAMES.has(spelling)),
  ...Object.entries(MORE_SPELLINGS).flatMap(([unit, list]) =>
    list.split('|').map((spelling) => [spelling, unit] as const),
  ),
])
const LONGEST_SYMBOL = 3

/** Returns whether a text is the symbol of a unit: "MeV", "µg/mL", not "Gray". */
export function isUnitSymbol(text: string): boolean {
  return (text.length <= LONGEST_SYMBOL || text.includes('/')) && UNIT_BY_SPELLING.has(text)
}

const DIGIT = /\d/
// Longer spellings are tried first.
const UNIT_PATTERN = [...UNIT_BY_SPELLING.keys()].sort((a, b) => b.length - a.length).join('|')
const NUMBER = '\\d{1,12}(?:,\\d{3}){0,4}(?:\\.\\d{1,12})?'
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}.,_/-])(${NUMBER})(?:\\s?(?:-|–|±|to)\\s?(${NUMBER}))?[\\s-]?(${UNIT_PATTERN})(?![\\p{L}\\p{N}_/]|[-−]\\d)`,
  'gu',
)

// "2.5K journals" and "3.9M of 4.3M articles", but not "0.1M HCl" or "300 K".
const COUNT = /\d[KM]$/
const OF_THINGS = /^\s(?:of|\p{Ll}+s)(?!\p{L})/u

/** Returns the quantities of a text. A range is one name. */
export function quantities(text: string): FoundSpan[] {
  const found: FoundSpan[] = []
  if (!DIGIT.test(text)) return found
  for (const match of text.matchAll(QUANTITY)) {
    const [surface, from = '', to, unit = ''] = match
    if (COUNT.test(surface) && (unit === 'K' || OF_THINGS.test(text.slice(match.index + surface.length))))
      continue
    const numbers = to === undefined ? plain(from) : `${plain(from)} ${plain(to)}`
    const name = canonical(`${numbers} ${UNIT_BY_SPELLING.get(unit)}`)
    found.push({ start: match.index, end: match.index + surface.length, name, kind: 'quantity' })
  }
  return found
}

/** Normalises a number: "1,200.50" -> "1200.5". */
function plain(number: string): string {
  const digits = number.replaceAll(',', '')
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}
