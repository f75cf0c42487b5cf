/** Answers that are wrong, and by how little: each kind of fault over each problem that it fits, in a spelling picked by the seed. */
import type { Part, Problem } from './problems.ts'
import { type Dice, fullValue, type Rewriting } from './rewritings.ts'
import { SPELLING_NAMES, spelled } from './spellings.ts'
import { ATOMS } from './unit-words.ts'

/** The nearest fault: a little more than the 5 % that are allowed. */
const NEAREST = 1.06
/** Units for a part of another dimension. */
const FOREIGN = ['km', 'kg', 's', 'A', 'cd', 'T', 'kPa', 'mol', 'V']
const LENGTHS = new Set(['m', 'km', 'cm', 'dm', 'mm', 'nm', 'pm', 'Å', 'AU', 'ft', 'in'])
const LIKE: Readonly<Record<string, string>> = {
  kg: 'g mg slug lb',
  s: 'min year',
  kPa: 'Pa atm bar Torr MPa',
  mol: 'mol',
  V: 'V',
  T: 'μT',
}

function written(value: number, parts: readonly Part[], dice: Dice): string {
  return spelled(SPELLING_NAMES[dice(SPELLING_NAMES.length)]!, value, parts)
}

function otherValue(change: (value: number, dice: Dice) => number | undefined): Rewriting {
  return (problem, dice) => {
    const value = change(fullValue(problem), dice)
    return value === undefined || fullValue(problem) === 0 ? undefined : written(value, problem.parts, dice)
  }
}

function otherUnit(change: (parts: readonly Part[], dice: Dice) => readonly Part[] | undefined): Rewriting {
  return (problem, dice) => {
    const parts = problem.parts.length === 0 ? undefined : change(problem.parts, dice)
    return parts === undefined ? undefined : written(fullValue(problem), parts, dice)
  }
}

function isForeign(foreign: string, symbol: string): boolean {
  if (foreign === symbol || (foreign === 'km' && LENGTHS.has(symbol))) return false
  return !(LIKE[foreign] ?? '').split(' ').includes(symbol)
}

function swappedDigits(value: number): number | undefined {
  const text = String(value)
  for (let at = 0; at + 1 < text.length; at++) {
    if (!/^\d\d$/.test(text.slice(at, at + 2))) continue
    const swapped = Number(text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2))
    if (Math.abs(swapped - value) > (NEAREST - 1) * Math.abs(value)) return swapped
  }
  return undefined
}

/** A prefix too much or too little: J for kJ. */
function otherPrefix({ parts, ...problem }: Problem, dice: Dice): string | undefined {
  const able = parts.flatMap((part, at) => (ATOMS[part.symbol]?.as.some(isThousandfold) ? [at] : []))
  if (able.length === 0 || problem.value === 0) return undefined
  const at = able[dice(able.length)]!
  const to = ATOMS[parts[at]!.symbol]!.as.filter(isThousandfold)
  const { symbol } = to[dice(to.length)]!
  return written(fullValue({ parts, ...problem }), parts.with(at, { ...parts[at]!, symbol }), dice)
}

function isThousandfold({ symbol, times }: { readonly symbol: string; readonly times: number }): boolean {
  return !symbol.includes('^') && Math.abs(Math.log10(times)) >= 0.9
}

export const PERTURBATIONS: Readonly<Record<string, Rewriting>> = {
  'too large by 6 %': otherValue((value) => value * NEAREST),
  'too small by 6 %': otherValue((value) => value * (2 - NEAREST)),
  'too large by 10 to 90 %': otherValue((value, dice) => value * (1.1 + dice(80) / 100)),
  'half to nine tenths': otherValue((value, dice) => value * (0.5 + dice(40) / 100)),
  'wrong power of ten': otherValue((value, dice) => value * 10 ** ([-3, -2, -1, 1, 2, 3][dice(6)] ?? 1)),
  'wrong sign of the power of ten': otherValue((value) => {
    const [mantissa, exponent] = value.toExponential().split('e') as [string, string]
    return Number(exponent) === 0 ? undefined : Number(`${mantissa}e${-Number(exponent)}`)
  }),
  'wrong sign': otherValue((value) => -value),
  'wrong sign, unit left out': ({ value }) => (value === 0 ? undefined : String(-value)),
  'too large, unit left out': ({ value }, dice) =>
    value === 0 ? undefined : String(Number((value * (1.07 + dice(90) / 100)).toPrecision(6))),
  'digits swapped': otherValue(swappedDigits),
  'nothing instead of something': otherValue(() => 0),
  'wrong prefix': otherPrefix,
  'unit of another dimension': otherUnit((parts, dice) => {
    const foreign = FOREIGN.filter((symbol) => parts.every((part) => isForeign(symbol, part.symbol)))
    return [{ symbol: foreign[dice(foreign.length)]!, power: 1 }]
  }),
  'a part of the unit forgotten': otherUnit((parts, dice) =>
    parts.length < 2 ||
    parts.some(({ symbol }) => symbol === 'photon' || symbol === 'electron' || symbol === 'rad')
      ? undefined
      : parts.toSpliced(dice(parts.length), 1),
  ),
  'unit turned over': otherUnit((parts) =>
    parts.every(({ symbol }) => ['rad', '°', '%', 'photon', 'electron', '°C'].includes(symbol))
      ? undefined
      : parts.map((part) => ({ ...part, power: -part.power })),
  ),
  'a second value beside it': (problem, dice) => {
    const value = fullValue(problem)
    return value === 0
      ? undefined
      : `${written(value, problem.parts, dice)}; ${written(3 * value, problem.parts, dice)}`
  },
}
