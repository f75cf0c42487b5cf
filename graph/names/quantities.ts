/**
 * Numbers with units; no percentages, which say nothing without what they are of. "12.5 µM", "12.50 uM" and "12.5 micromolar" are the same name: "12 5 micromolar".
 */
import { canonical } from './canonical.ts'
import type { FoundSpan } from './mention.ts'

// Spellings by the canonical word of the unit. Case counts: mM is no mm. Each is tried before shorter ones.
const UNITS: Readonly<Record<string, string>> = {
  molar: 'M|molar|mol/L|mol/l',
  millimolar: 'mM|millimolar|mmol/L|mmol/l',
  micromolar: 'µM|μM|uM|micromolar|µmol/L|μmol/L|umol/L|µmol/l|μmol/l',
  nanomolar: 'nM|nanomolar|nmol/L|nmol/l',
  picomolar: 'pM|picomolar|pmol/L|pmol/l',
  'milligram per kilogram': 'mg/kg|mg kg-1|mg kg−1|mg·kg−1|mg kg⁻¹',
  'microgram per millilitre': 'µg/mL|μg/mL|ug/mL|µg/ml|μg/ml|ug/ml',
  'milligram per millilitre': 'mg/mL|mg/ml',
  'nanogram per millilitre': 'ng/mL|ng/ml',
  'picogram per millilitre': 'pg/mL|pg/ml',
  'milligram per decilitre': 'mg/dL|mg/dl',
  'gram per litre': 'g/L|g/l',
  'milligram per litre': 'mg/L|mg/l',
  kilogram: 'kg|kilograms?',
  gram: 'g|grams?',
  milligram: 'mg|milligrams?',
  microgram: 'µg|μg|ug|mcg|micrograms?',
  nanogram: 'ng|nanograms?',
  picogram: 'pg|picograms?',
  litre: 'L|lit(?:re|er)s?',
  millilitre: 'mL|ml|millilit(?:re|er)s?',
  microlitre: 'µL|μL|uL|µl|μl|ul|microlit(?:re|er)s?',
  kilometre: 'km|kilomet(?:re|er)s?',
  metre: 'm|met(?:re|er)s?',
  centimetre: 'cm|centimet(?:re|er)s?',
  millimetre: 'mm|millimet(?:re|er)s?',
  micrometre: 'µm|μm|um|microns?|micromet(?:re|er)s?',
  nanometre: 'nm|nanomet(?:re|er)s?',
  angstrom: 'Å|Å|angstroms?',
  second: 's|sec|secs|seconds?',
  millisecond: 'ms|msec|milliseconds?',
  minute: 'min|mins|minutes?',
  hour: 'h|hr|hrs|hours?',
  day: 'd|days?',
  week: 'wk|wks|weeks?',
  month: 'mo|months?',
  year: 'y|yr|yrs|years?',
  celsius: '°C|° C|ºC|℃|degrees? Celsius|degrees? C',
  fahrenheit: '°F|degrees? Fahrenheit',
  kelvin: 'K|kelvins?',
  fold: '-?fold',
  dalton: 'Da|daltons?',
  kilodalton: 'kDa|kd|kD|kilodaltons?',
  'base pair': 'bp|base pairs?',
  kilobase: 'kb|kbp|kilobases?',
  megabase: 'Mb|Mbp|megabases?',
  volt: 'V|volts?',
  millivolt: 'mV|millivolts?',
  'electron volt': 'eV|electron ?volts?',
  ampere: 'amperes?',
  watt: 'W|watts?',
  hertz: 'Hz|hertz',
  kilohertz: 'kHz',
  megahertz: 'MHz',
  gigahertz: 'GHz',
  pascal: 'Pa|pascals?',
  kilopascal: 'kPa',
  megapascal: 'MPa',
  gigapascal: 'GPa',
  joule: 'J|joules?',
  kilojoule: 'kJ|kilojoules?',
  'kilojoule per mole': 'kJ/mol|kJ mol-1|kJ mol−1|kJ mol⁻¹',
  kilocalorie: 'kcal|kilocalories?',
  'kilocalorie per mole': 'kcal/mol|kcal mol-1|kcal mol−1|kcal mol⁻¹',
  'millimetre of mercury': 'mm ?Hg',
  mole: 'mol|moles?',
  millimole: 'mmol|millimoles?',
  micromole: 'µmol|μmol|umol|micromoles?',
  gray: 'Gy',
  tesla: 'teslas?',
  unit: 'IU|units?',
}

const SPELLINGS = Object.entries(UNITS).flatMap(([unit, list]) =>
  list.split('|').reduce<{ unit: string; spelling: string }[]>(joinedGroups(unit), []),
)
const UNIT_PATTERN = SPELLINGS.map(({ spelling }) => spelling)
  .sort((a, b) => b.length - a.length)
  .join('|')
const NUMBER = '\\d{1,12}(?:,\\d{3}){0,4}(?:\\.\\d{1,12})?'
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}.,_/-])(${NUMBER})(?:\\s?(?:-|–|±|to)\\s?(${NUMBER}))?[\\s-]?(${UNIT_PATTERN})(?![\\p{L}\\p{N}_/]|[-−]\\d)`,
  'gu',
)
const EXACT = SPELLINGS.map(({ unit, spelling }) => ({ unit, pattern: new RegExp(`^(?:${spelling})$`, 'u') }))
const unitsSeen = new Map<string, string>()

/** Returns the quantities of a text. A range is one name. */
export function quantities(text: string): FoundSpan[] {
  const found: FoundSpan[] = []
  for (const match of text.matchAll(QUANTITY)) {
    const [surface, from = '', to, unit = ''] = match
    const numbers = to === undefined ? plain(from) : `${plain(from)} ${plain(to)}`
    const name = canonical(`${numbers} ${unitOf(unit)}`)
    found.push({ start: match.index, end: match.index + surface.length, name, kind: 'quantity' })
  }
  return found
}

/** "1,200.50" -> "1200.5". */
function plain(number: string): string {
  const digits = number.replaceAll(',', '')
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

function unitOf(spelling: string): string {
  const known = unitsSeen.get(spelling)
  if (known !== undefined) return known
  const unit = EXACT.find(({ pattern }) => pattern.test(spelling))?.unit ?? spelling
  unitsSeen.set(spelling, unit)
  return unit
}

/** Splitting at "|" cuts "lit(?:re|er)s?" in two; this puts such parts together again. */
function joinedGroups(unit: string) {
  return (parts: { unit: string; spelling: string }[], part: string) => {
    const last = parts.at(-1)
    const isOpen = last !== undefined && last.spelling.split('(').length > last.spelling.split(')').length
    if (isOpen) parts[parts.length - 1] = { unit, spelling: `${last.spelling}|${part}` }
    else parts.push({ unit, spelling: part })
    return parts
  }
}
