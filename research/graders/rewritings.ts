/** Answers that are right in another form: each kind of rewriting over each problem that it fits. */
import type { Part, Problem } from './problems.ts'
import { decimal, grouped, hasWords, SPELLING_NAMES, slashed, spelled, worded } from './spellings.ts'
import { ATOMS } from './unit-words.ts'

/** A seeded choice: a whole number below `below`. */
export type Dice = (below: number) => number

/** Undefined where the problem has no such form. */
export type Rewriting = (problem: Problem, dice: Dice) => string | undefined

/** The number with the power of ten of its unit. */
export function fullValue({ value, exponent }: Problem): number {
  return Number(`${value}e${exponent}`)
}

function plain(value: number, parts: readonly Part[]): string {
  return parts.length === 0 ? String(value) : `${value} ${slashed(parts)}`
}

function isReadable(value: number): boolean {
  return value !== 0 && Math.abs(value) >= 1e-6 && Math.abs(value) < 1e9
}

/** One part in another unit. Lengths and times in powers go with their power. */
function converted(problem: Problem, dice: Dice): { value: number; parts: readonly Part[] } | undefined {
  const able = problem.parts.flatMap((part, at) => ((ATOMS[part.symbol]?.as.length ?? 0) > 0 ? [at] : []))
  if (able.length === 0) return undefined
  const at = able[dice(able.length)]!
  const part = problem.parts[at]!
  const choices = ATOMS[part.symbol]!.as.filter(({ symbol }) => !symbol.includes('^') || part.power === 1)
  const to = choices[dice(choices.length)]!
  const [symbol, power] = to.symbol.split('^')
  const written = { symbol: symbol!, power: part.power * Number(power ?? 1) }
  return { value: fullValue(problem) * to.times ** part.power, parts: problem.parts.with(at, written) }
}

function asConverted(write: (value: number, parts: readonly Part[], dice: Dice) => string): Rewriting {
  return (problem, dice) => {
    const other = converted(problem, dice)
    return other === undefined ? undefined : write(other.value, other.parts, dice)
  }
}

function otherScale(problem: Problem): string | undefined {
  const [part, more] = problem.parts
  if (more !== undefined || part?.power !== 1 || problem.exponent !== 0) return undefined
  if (part.symbol === 'K' && problem.value > 0) return `${(problem.value - 273.15).toFixed(4)} °C`
  return part.symbol === '°C' ? `${(problem.value + 273.15).toFixed(4)} K` : undefined
}

function asFraction({ value, exponent, parts }: Problem): string | undefined {
  const digits = /^-?\d{0,5}(?:\.(\d{1,4}))?$/.exec(String(value))
  if (digits === null || exponent !== 0 || value === 0) return undefined
  const below = 10 ** (digits[1]?.length ?? 0) * 3
  const number = `${value < 0 ? '-' : ''}\\frac{${Math.round(Math.abs(value) * below)}}{${below}}`
  return parts.length === 0 ? `$${number}$` : `$${number}$ ${slashed(parts)}`
}

function wrapped(before: string, after: string): Rewriting {
  return (problem, dice) => {
    const name = SPELLING_NAMES[dice(SPELLING_NAMES.length)]!
    return before + spelled(name, fullValue(problem), problem.parts) + after
  }
}

const spellings: Record<string, Rewriting> = Object.fromEntries(
  SPELLING_NAMES.map((name) => [
    name,
    (problem: Problem) => spelled(name, fullValue(problem), problem.parts),
  ]),
)

export const REWRITINGS: Readonly<Record<string, Rewriting>> = {
  ...spellings,
  'thousands by commas': (problem) => {
    const value = fullValue(problem)
    if (!isReadable(value)) return undefined
    return problem.parts.length === 0 ? grouped(value) : `${grouped(value)} ${slashed(problem.parts)}`
  },
  'thousands by LaTeX blanks': (problem) => {
    const value = fullValue(problem)
    if (!isReadable(value) || Math.abs(value) < 1000) return undefined
    const number = grouped(value).replaceAll(',', isNegative(problem) ? '{,}' : '\\,')
    return `$${number}$ ${slashed(problem.parts)}`
  },
  'all digits': (problem) => {
    const value = fullValue(problem)
    return isReadable(value) ? `${decimal(value)} ${slashed(problem.parts)}`.trim() : undefined
  },
  'unit left out': ({ gold }) => gold.trim(),
  'unit as it was asked for': ({ gold, unit }) =>
    /^\s*\$?\s*$/.test(unit) ? undefined : `$${gold.trim()}$ ${unit.trim()}`,
  'unit in words': ({ value, exponent, parts }) =>
    hasWords(parts) && exponent === 0 ? `${value} ${worded(parts)}` : undefined,
  'another unit': asConverted((value, parts) => plain(Number(value.toPrecision(7)), parts)),
  'another unit, another spelling': asConverted((value, parts, dice) =>
    spelled(SPELLING_NAMES[dice(SPELLING_NAMES.length)]!, value, parts),
  ),
  'another temperature scale': otherScale,
  'number as a fraction': asFraction,
  percent: ({ value, exponent, parts }) =>
    parts.length === 0 && exponent === 0 && Math.abs(value) < 1 && value !== 0
      ? `${Number((value * 100).toPrecision(9))}\\%`
      : undefined,
  'three digits': (problem) =>
    problem.parts.length > 0 ? plain(Number(fullValue(problem).toPrecision(3)), problem.parts) : undefined,
  'with an uncertainty': (problem) => {
    const value = fullValue(problem)
    if (!isReadable(value)) return undefined
    return `${decimal(value)} ± ${decimal(Math.abs(Number((value / 50).toPrecision(2))))} ${slashed(problem.parts)}`.trim()
  },
  'a name and an equals sign': wrapped('$X_{1}$ = ', ''),
  about: wrapped('approximately ', '.'),
  boxed: (problem, dice) =>
    `So we find\n$$\\boxed{${spelled('LaTeX, \\times and \\mathrm', fullValue(problem), problem.parts).replaceAll('$', '')}}$$\nThis is result ${dice(9) + 1}.`,
  'in a sentence': wrapped('First 12 steps are needed. Therefore, the answer is ', '.'),
  'in a tag': wrapped('It follows from 3 equations.\n<answer>', '</answer>'),
  'behind Final Answer': wrapped('Reasoning:\n- 2 steps\n\n**Final Answer:** ', ''),
}

function isNegative({ value }: Problem): boolean {
  return value < 0
}
