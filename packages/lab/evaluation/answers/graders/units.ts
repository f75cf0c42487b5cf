/**
 * Reads the unit at the start of a plain text (notation.ts): products of symbols or names with powers, as `m s^(-1)`, `m s-1`, `m/s`,
 * `W/(m^2 sr)`, `JK^(-1)`, `joules per mole`. A slash inverts one symbol or bracket.
 */
import { type Dimension, POUND_FORCE, UNITS, type UnitDefinition } from './unit-table.ts'

/** How an ambiguous spelling is read. */
interface Reading {
  /** Reads `lb` as a force: ft-lb, lb/in^2. */
  readonly isPoundForce: boolean
  /** Reads `J/mol K` as J/(mol K). */
  readonly isSlashWide: boolean
}

const READINGS: readonly Reading[] = [
  { isPoundForce: false, isSlashWide: false },
  { isPoundForce: true, isSlashWide: false },
  { isPoundForce: false, isSlashWide: true },
  { isPoundForce: true, isSlashWide: true },
]

export interface UnitRead {
  /** The unit in each reading, in the order of the readings; empty if the text does not begin with a unit. */
  readonly readings: readonly UnitDefinition[]
  /** The text after the unit. */
  readonly rest: string
}

interface Cursor {
  readonly text: string
  at: number
  factors: number
}

export const NO_UNIT: UnitDefinition = { factor: 1, dimension: {} }
const MAX_DEPTH = 8
const WORD = /(?:[A-Za-zμΩÅå]+(?:_[A-Za-z]+)?|°[CF](?![A-Za-z])|[°%‰$])/y
const POWER = /\s*\^\s*\(?\s*([+-]?\d+(?:\.\d+)?(?:\/\d+)?)\s*\)?|\(?([+-]\d{1,2})(?![\d.])\)?|(\d)(?![\d.])/y
// Units that are also words: inch, year, attosecond, attometre.
const PROSE = new Set(['in', 'a', 'as', 'am'])
const POUNDS = new Set(['lb', 'lbs', 'pound', 'pounds'])

export function readUnit(text: string): UnitRead {
  const plain = spelledOut(text)
  const reads = READINGS.map((reading) => {
    const cursor: Cursor = { text: plain, at: 0, factors: 0 }
    return { unit: readProduct(cursor, reading, 0), cursor }
  })
  const { cursor } = reads[0]!
  if (cursor.factors === 0) return { readings: [], rest: plain.trim() }
  return { readings: reads.map(({ unit }) => unit), rest: plain.slice(cursor.at).trim() }
}

export function isSameDimension(first: Dimension, second: Dimension): boolean {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].every(
    (base) => Math.abs((first[base] ?? 0) - (second[base] ?? 0)) < 1e-9,
  )
}

/** Replaces words of units with signs. */
function spelledOut(text: string): string {
  return (
    text
      // 1/K; half of a power is kept.
      .replace(/\(1\)/g, '1')
      .replace(/(?<![\w.]|\^\s?\(?[+-]?)1\s*(?=\/)/g, '')
      .replace(
        /(?:°|\b(?:degrees?|deg)\b)[ .]*(?:(C)elsius|(F)ahrenheit|([CF])\b)/gi,
        (_, c, f, letter) => `°${(c ?? f ?? letter).toUpperCase()}`,
      )
      .replace(/°\s*K\b/g, 'K')
      .replace(
        /\b(square|cubic)\s+([a-zA-Z]+)/gi,
        (_, power: string, unit: string) => `${unit}^${/^s/i.test(power) ? 2 : 3}`,
      )
      .replace(/\s+(squared|cubed)\b/gi, (_, power: string) => `^${/^s/i.test(power) ? 2 : 3}`)
      .replace(/\bper\b/gi, '/')
      .replace(/(?<=[A-Za-z])-(?=[A-Za-z])/g, '*')
  )
}

function readProduct(cursor: Cursor, reading: Reading, depth: number): UnitDefinition {
  let product = NO_UNIT
  let isBelow = false
  for (;;) {
    const start = cursor.at
    const sign = /\s*([*/.]?)\s*/y
    sign.lastIndex = cursor.at
    const found = sign.exec(cursor.text)!
    cursor.at += found[0].length
    const isSlash = found[1] === '/'
    const factor = readFactor(cursor, reading, depth)
    if (factor === undefined) {
      cursor.at = start
      return product
    }
    isBelow = isSlash || (isBelow && reading.isSlashWide)
    product = multiplied(product, factor, isBelow ? -1 : 1)
  }
}

function readFactor(cursor: Cursor, reading: Reading, depth: number): UnitDefinition | undefined {
  const base =
    cursor.text[cursor.at] === '(' ? readBracket(cursor, reading, depth) : readSymbol(cursor, reading)
  if (base === undefined) return undefined
  POWER.lastIndex = cursor.at
  const power = POWER.exec(cursor.text)
  if (power === null) return base
  cursor.at += power[0].length
  return multiplied(NO_UNIT, base, numberOf(power[1] ?? power[2] ?? power[3]!))
}

function readBracket(cursor: Cursor, reading: Reading, depth: number): UnitDefinition | undefined {
  const start = cursor.at
  const before = cursor.factors
  if (depth < MAX_DEPTH) {
    cursor.at++
    const inner = readProduct(cursor, reading, depth + 1)
    const close = /\s*\)/y
    close.lastIndex = cursor.at
    const closed = close.exec(cursor.text)
    if (closed !== null && cursor.factors > before) {
      cursor.at += closed[0].length
      return inner
    }
  }
  cursor.at = start
  cursor.factors = before
  return undefined
}

function readSymbol(cursor: Cursor, reading: Reading): UnitDefinition | undefined {
  WORD.lastIndex = cursor.at
  const word = WORD.exec(cursor.text)?.[0]
  if (word === undefined || isProse(word, cursor.text.slice(cursor.at + word.length))) return undefined
  const symbol = knownSymbol(word) ?? joinedSymbol(word)
  if (symbol === undefined) return undefined
  cursor.at += symbol.length
  cursor.factors++
  return reading.isPoundForce && POUNDS.has(symbol) ? POUND_FORCE : knownUnit(symbol)
}

/** Returns whether a unit is a word of the sentence: no inches in `5 N in the plane`. */
function isProse(word: string, after: string): boolean {
  const next = /^\s+([a-z]{2,})\b/.exec(after)?.[1]
  return PROSE.has(word) && next !== undefined && !UNITS.has(next)
}

function knownSymbol(word: string): string | undefined {
  return knownUnit(word) === undefined ? undefined : word
}

/** Returns the unit with corrected capitals: `KJ` as kJ, `Kelvin` as kelvin. */
function knownUnit(word: string): UnitDefinition | undefined {
  const small = word.length >= 4 ? UNITS.get(word.toLowerCase()) : undefined
  const kilo = word.length >= 2 && word.startsWith('K') ? UNITS.get(`k${word.slice(1)}`) : undefined
  return UNITS.get(word) ?? small ?? kilo
}

/** Returns the first of two symbols without a gap: `JK`, `Jmol`. A power that follows belongs to the second. */
function joinedSymbol(word: string): string | undefined {
  if (word.length > 6 || /^[a-z]+$/.test(word)) return undefined
  for (let at = 1; at < word.length; at++)
    if (UNITS.has(word.slice(0, at)) && UNITS.has(word.slice(at))) return word.slice(0, at)
  return undefined
}

/** Multiplies units. A scale with another zero keeps it only alone: a temperature, not a heat capacity. */
function multiplied(product: UnitDefinition, factor: UnitDefinition, power: number): UnitDefinition {
  const bases = new Set([...Object.keys(product.dimension), ...Object.keys(factor.dimension)])
  const exponents = [...bases].map(
    (base) => [base, (product.dimension[base] ?? 0) + power * (factor.dimension[base] ?? 0)] as const,
  )
  const isAlone = product === NO_UNIT && power === 1 && factor.offset !== undefined
  return {
    factor: product.factor * factor.factor ** power,
    dimension: Object.fromEntries(exponents.filter(([, exponent]) => exponent !== 0)),
    ...(isAlone ? { offset: factor.offset! } : {}),
  }
}

function numberOf(power: string): number {
  const [top, bottom] = power.split('/')
  return Number(top) / Number(bottom ?? 1)
}
