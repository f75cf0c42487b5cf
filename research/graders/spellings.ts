/** Ways to write a number and a unit, as people and models do. Written without a look at how the graders read. */
import type { Part } from './problems.ts'
import { ATOMS } from './unit-words.ts'

export interface Spelling {
  readonly number: (value: number) => string
  readonly unit: (parts: readonly Part[]) => string
}

const RAISED: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '-': '⁻',
}
const DIGITS = 7

function scientific(value: number): { mantissa: string; exponent: number } {
  const [mantissa, exponent] = value.toExponential(DIGITS - 1).split('e') as [string, string]
  return { mantissa: String(Number(mantissa)), exponent: Number(exponent) }
}

function raised(number: number): string {
  return [...String(number)].map((character) => RAISED[character]).join('')
}

function latexOf(symbol: string): string {
  return ATOMS[symbol]?.latex ?? `\\mathrm{${symbol.replace('μ', '\\mu ').replace('Å', '\\AA')}}`
}

function power(exponent: number, write: (exponent: number) => string): string {
  return exponent === 1 ? '' : write(exponent)
}

/** `kJ/mol`, `J/(mol·K)`. */
export function slashed(parts: readonly Part[]): string {
  const above = parts.filter((part) => part.power > 0)
  const below = parts.filter((part) => part.power < 0)
  const write = (some: readonly Part[]) =>
    some.map((part) => part.symbol + power(Math.abs(part.power), (n) => `^${n}`)).join('·')
  if (below.length === 0) return write(above)
  return `${above.length === 0 ? '1' : write(above)}/${below.length > 1 ? `(${write(below)})` : write(below)}`
}

export function worded(parts: readonly Part[]): string {
  const word = (part: Part) => {
    const { word: name } = ATOMS[part.symbol]!
    const size = Math.abs(part.power)
    const one = part.power < 0 ? name.replace(/(?<=[a-z])s$/, '').replace(/^feet$/, 'foot') : name
    return size === 1 ? one : `${size === 2 ? 'square' : 'cubic'} ${one}`
  }
  const above = parts.filter((part) => part.power > 0).map(word)
  const below = parts.filter((part) => part.power < 0).map((part) => `per ${word(part)}`)
  return [...above, ...below].join(' ')
}

/** A unit that words can say: nothing beyond cubes, and something to begin with. */
export function hasWords(parts: readonly Part[]): boolean {
  return (
    parts.length > 0 &&
    parts[0]!.power > 0 &&
    parts.every((part) => Math.abs(part.power) <= 3 && Object.hasOwn(ATOMS, part.symbol))
  )
}

function productOf(parts: readonly Part[], join: string, write: (part: Part) => string): string {
  return parts.map(write).join(join)
}

export const SPELLINGS = {
  'LaTeX, \\times and \\mathrm': {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `$${mantissa} \\times 10^{${exponent}}$`
    },
    unit: (parts) =>
      `$\\;${productOf(parts, '\\,', ({ symbol, power: n }) => latexOf(symbol) + power(n, (e) => `^{${e}}`))}$`,
  },
  'LaTeX, \\cdot and \\text': {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `\\(${mantissa}\\cdot10^{${exponent}}\\)`
    },
    unit: (parts) =>
      `\\(~${productOf(parts, ' \\cdot ', ({ symbol, power: n }) => (ATOMS[symbol]?.latex ?? `\\text{${symbol}}`) + power(n, (e) => `^{${e}}`))}\\)`,
  },
  'LaTeX, unit as a fraction': {
    number: (value) =>
      `$${Number(value.toPrecision(DIGITS))}$`.replace(
        /(\d)e([+-]\d+)/,
        (_, digit, e) => `${digit} \\times 10^{${Number(e)}}`,
      ),
    unit: (parts) => {
      const write = (some: readonly Part[]) =>
        productOf(
          some,
          '\\,',
          ({ symbol, power: n }) => latexOf(symbol) + power(Math.abs(n), (e) => `^{${e}}`),
        )
      const below = parts.filter((part) => part.power < 0)
      const above = write(parts.filter((part) => part.power > 0))
      return below.length === 0
        ? `$\\ ${above}$`
        : `$\\ \\frac{${above === '' ? '1' : above}}{${write(below)}}$`
    },
  },
  'e notation': { number: (value) => value.toExponential(DIGITS - 1), unit: slashed },
  'E notation': {
    number: (value) =>
      value
        .toExponential(DIGITS - 1)
        .replace('e+', 'E+')
        .replace('e-', 'E-'),
    unit: (parts) => productOf(parts, ' ', ({ symbol, power: n }) => symbol + power(n, (e) => `^${e}`)),
  },
  Unicode: {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `${mantissa.replace('-', '−')} × 10${raised(exponent)}`
    },
    unit: (parts) => productOf(parts, '·', ({ symbol, power: n }) => symbol + power(n, raised)),
  },
  'star and caret': {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `${mantissa}*10^${exponent}`
    },
    unit: (parts) => productOf(parts, '*', ({ symbol, power: n }) => symbol + power(n, (e) => `^(${e})`)),
  },
  Python: {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `${mantissa} * 10**${exponent < 0 ? `(${exponent})` : exponent}`
    },
    unit: slashed,
  },
  'letter x': {
    number: (value) => {
      const { mantissa, exponent } = scientific(value)
      return `${mantissa} x 10^${exponent}`
    },
    unit: (parts) => productOf(parts, ' ', ({ symbol, power: n }) => symbol + power(n, String)),
  },
} as const satisfies Record<string, Spelling>

export const SPELLING_NAMES = Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[]

/** All digits, thousands by commas. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 12, maximumSignificantDigits: 9 })
}

/** All digits, no exponent. */
export function decimal(value: number): string {
  return value.toLocaleString('en-US', {
    maximumFractionDigits: 12,
    maximumSignificantDigits: 9,
    useGrouping: false,
  })
}

export function spelled(name: keyof typeof SPELLINGS, value: number, parts: readonly Part[]): string {
  const { number, unit } = SPELLINGS[name]
  return parts.length === 0 ? number(value) : `${number(value)} ${unit(parts)}`
}
