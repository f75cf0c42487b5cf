/** Reads a unit of measurement at a position of a text: "mg kg−1 d−1", "µmol/(L·h)", "per 100 000 person-years". */
import { type Dimension, type MeasureUnit, SPACED_SPELLINGS, unitOf } from '../core/units/index.ts'

export interface UnitReading {
  readonly end: number
  readonly name: string
  readonly dimension: Dimension
  readonly factor: number
  readonly offset: number
  /** False if SI has no equivalent, or a character of the unit is unreadable. */
  readonly isConvertible: boolean
  /** Whether a character of the unit is unreadable. */
  readonly isDoubtful: boolean
  /** Whether the unit follows the number without a space and may be a mark: "2A". */
  readonly isWord: boolean
}

// A line may break within a quantity, a paragraph may not.
const GAP = /[^\S\n]?(?:[^\S\n]|\n(?!\s*\n))?/y
// A unit of letters, or letters joined to signs: "°C", "wt.%", "% (w/v)".
const TERM =
  /(?:wt|vol|at|mol)\.?[ \u2009]?%|[°º˚◦∘][ \u2009]?[CFNSEWc](?![\p{L}\p{N}])|%[ \u2009]?\(?[wv]\/[wv]\)?|[×x]\s?g(?![\p{L}\p{N}])|[%％‰℃°º˚◦∘$€]|×(?!\s?[\d(])|[\p{L}Ωℓ⊕⊙☉]+(?:-(?:years?|days?|hours?|months?)(?!\p{L}))?/uy
const POWER = /\^?\{?(?:([-−–‐‑⁻])\s?)?(?:(\d)(?![\d.,]?\d)|([¹²³⁴⁵⁶]))\}?/y
const SPACED_POWER = /\s([-−–])\s?(\d)(?![\d.,]?\d|\s?[\p{L}%])/uy
const LOOSE_SQUARE = / ([23])(?=[\s,.;)]|$)(?! ?(?:[\d×±–]|[µμmnk]?[glLmMs]\b))/y
const SEPARATOR = /\s?[·⋅∙•]\s?|\.(?=\p{L})|\s?\/\s?|\s+per\s+|[ \u00a0\u2009\u202f]+|[^\S\n]?\n[^\S\n]?/uy
const DENOMINATOR_NUMBER = /(\d{1,3}(?:[, \u2009]\d{3})+|\d+(?:\.\d+)?)(?:\s?[-–]?\s?|$)/y
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const UNREADABLE = /\s?\p{L}{0,3}\ufffd[\p{L}\p{N}\ufffd]*(?:\/[\p{L}\ufffd]+)?/uy
// The substance or particle within a unit: "kg N ha−1", "µmol photons m−2 s−1".
const SPECIES = /[ \u00a0\u2009](?:(?:\p{Lu}\p{Ll}?[\d₀-₉]*)+(?:[-–]\p{Lu})?|photons?)(?=[ \u00a0\u2009/])/uy
// Units joined by a space alone, without a negative power.
const PRODUCTS = /^(?:N m|[kM]?W h|m?A h|V s|Pa s|mPa s|J s)$/

// "mM/l" is a slip of the pen for mM, or for mmol/l.
const MAX_POWERS = 4
const [MASS, AMOUNT] = [1, 5]
const NONE: Dimension = [0, 0, 0, 0, 0, 0, 0]

interface Term {
  readonly unit: MeasureUnit | null
  readonly power: number
  readonly end: number
  readonly text: string
}

/** Returns the unit that begins at `at`; null if there is none. */
export function readUnit(text: string, at: number): UnitReading | null {
  const unreadable = matchAt(UNREADABLE, text, at)
  if (unreadable !== null)
    return { ...emptyReading(at + unreadable[0].length), isConvertible: false, isDoubtful: true }
  const first = readTerm(text, at)
  if (first?.unit == null) return null
  let reading = multiplied(emptyReading(at), first, first.power)
  let chain: Chain = { reading, last: first, isBelow: false, isOpen: false, isJoined: true }
  const ofSpecies = overSpecies(text, chain)
  if (ofSpecies !== null) [chain, reading] = [ofSpecies, ofSpecies.reading]
  for (;;) {
    const next = nextInChain(text, chain)
    if (next === null) break
    chain = next
    if (chain.isJoined) reading = chain.reading
  }
  return finished(text, at, reading)
}

/** A product of units as parsed so far. */
interface Chain {
  readonly reading: UnitReading
  readonly last: Term
  /** Whether the chain is after a division. */
  readonly isBelow: boolean
  readonly isOpen: boolean
  /** False while a space alone joins the last unit; a negative power would show that it belongs: "m s" of "m s kg−1". */
  readonly isJoined: boolean
}

/** Continues the unit after a substance or particle; null if no unit follows. */
function overSpecies(text: string, chain: Chain): Chain | null {
  const { dimension } = chain.reading
  const isAmount =
    dimension[MASS]! + dimension[AMOUNT]! === 1 &&
    dimension.every((power, at) => power === 0 || at === MASS || at === AMOUNT)
  const species = isAmount ? matchAt(SPECIES, text, chain.reading.end)?.[0].length : undefined
  if (species === undefined) return null
  const next = nextInChain(text, {
    ...chain,
    reading: { ...chain.reading, end: chain.reading.end + species },
  })
  return next?.isJoined && next.last.unit !== null ? next : null
}

function nextInChain(text: string, { reading, last, ...chain }: Chain): Chain | null {
  const separator = matchAt(SEPARATOR, text, reading.end)?.[0]
  if (separator === undefined) return null
  const isDivision = /\/|per/.test(separator)
  const opens = isDivision && text[reading.end + separator.length] === '('
  const { divisor, start } = divisorAt(text, reading.end + separator.length + Number(opens), isDivision)
  const term = readTerm(text, start, isDivision)
  if (term === null || (/^\s+$/.test(separator) && isWordy(term))) return null
  const isBelow = chain.isBelow || isDivision
  const power = isBelow ? -Math.abs(term.power) : term.power
  const whole = multiplied(reading, term, power, divisor)
  const closes = (chain.isOpen || opens) && text[whole.end] === ')'
  return {
    reading: closes ? { ...whole, end: whole.end + 1 } : whole,
    last: term,
    isBelow,
    isOpen: (chain.isOpen || opens) && !closes,
    isJoined:
      isDivision || /[·⋅∙•.]/.test(separator) || power < 0 || PRODUCTS.test(`${last.text} ${term.text}`),
  }
}

/** Reads a divisor such as "100 g" in "mg/100 g". */
function divisorAt(
  text: string,
  at: number,
  isDivision: boolean,
): { readonly divisor: number; readonly start: number } {
  const number = isDivision ? matchAt(DENOMINATOR_NUMBER, text, at) : null
  if (number === null) return { divisor: 1, start: at }
  return { divisor: Number(number[1]!.replaceAll(/[, \u2009]/g, '')), start: at + number[0].length }
}

function emptyReading(end: number): UnitReading {
  return {
    end,
    name: '',
    dimension: NONE,
    factor: 1,
    offset: 0,
    isConvertible: true,
    isDoubtful: false,
    isWord: false,
  }
}

/** Completes a unit; null if the text after it shows that it is not a unit: "K+", "N-terminal", "S rRNA". */
function finished(text: string, at: number, reading: UnitReading): UnitReading | null {
  const spelled = text.slice(at, reading.end)
  const after = text.slice(reading.end, reading.end + 2)
  if (/^[\p{L}\p{N}_+]/u.test(after) && /[\p{L}\p{N}]$/u.test(spelled)) return null
  // "g%" is grams per hundred of something.
  if (after.startsWith('%')) return { ...reading, end: reading.end + 1, isConvertible: false }
  if (/^.$/u.test(spelled) && /^\p{Lu}$/u.test(spelled) && /^[-‐‑]\p{L}/u.test(after)) return null
  // "0.2 l = 1" names a variable.
  if (spelled === 'N/A' || (/^\p{L}$/u.test(spelled) && /^\s?=/.test(after))) return null
  const isDoubtful = after.startsWith('\ufffd')
  const trailing = isDoubtful ? (matchAt(/[\p{L}\p{N}\ufffd]+/uy, text, reading.end)?.[0].length ?? 1) : 0
  // A Svedberg or a siemens, a newton or a normality: the letter alone is ambiguous.
  const isAmbiguous = /^[SN]$/.test(spelled) || reading.dimension.some((one) => Math.abs(one) > MAX_POWERS)
  return {
    ...reading,
    end: reading.end + trailing,
    isConvertible: reading.isConvertible && !isDoubtful && !isAmbiguous,
    isDoubtful,
    isWord: /^\p{L}{3,}/u.test(spelled),
  }
}

function multiplied(
  reading: UnitReading,
  { unit, power, end }: Term,
  signed: number,
  divisor = 1,
): UnitReading {
  const isFirst = reading.name === ''
  const name = unit?.name ?? ''
  const raised = Math.abs(power) === 1 ? name : `${name} ${Math.abs(power)}`
  return {
    ...reading,
    end,
    name: signed < 0 ? `${reading.name} per ${raised}`.trim() : `${reading.name} ${raised}`.trim(),
    dimension: reading.dimension.map((own, at) => own + signed * (unit?.dimension[at] ?? 0)),
    factor: (reading.factor * (unit?.factor ?? 1) ** signed) / divisor,
    // Degrees Celsius per minute are a difference, to which the offset does not apply.
    offset: isFirst && signed === 1 ? (unit?.offset ?? 0) : 0,
    isConvertible: reading.isConvertible && unit !== null && !unit.isArbitrary,
  }
}

/** Reads one factor of a unit. With `isBelow`, after a division, it may be anything countable: "per patient". */
function readTerm(text: string, at: number, isBelow = false): Term | null {
  for (const spaced of text[at] !== undefined && /[%\p{L}]/u.test(text[at]) ? SPACED_SPELLINGS : [])
    if (text.startsWith(spaced, at) && !/\p{L}/u.test(text[at + spaced.length] ?? ''))
      return { unit: unitOf(spaced)!, power: 1, end: at + spaced.length, text: spaced }
  const match = matchAt(TERM, text, at)
  if (match === null) return null
  const spelled = match[0].replaceAll(/[ \u2009]/g, '')
  const end = at + match[0].length
  const power = readPower(text, end, spelled)
  const unit = unitOf(spelled) ?? (power.value < 0 ? joinedUnit(spelled) : undefined)
  if (unit === undefined && !isBelow) return null
  if (unit === undefined) return { unit: null, power: 1, end, text: spelled }
  return { unit, power: power.value, end: power.end, text: spelled }
}

function readPower(
  text: string,
  at: number,
  spelled: string,
): { readonly value: number; readonly end: number } {
  const power = /^\p{L}/u.test(spelled) ? (matchAt(POWER, text, at) ?? matchAt(SPACED_POWER, text, at)) : null
  const square = /^[mcknµμu]?m$/.test(spelled) ? matchAt(LOOSE_SQUARE, text, at) : null
  if (power !== null) {
    const digit = power[2] ?? String(RAISED.indexOf(power[3] ?? ''))
    // "3A4" is an enzyme: without a superscript sign, only lengths have powers.
    if (power[0] === power[2] && !/^[mcknµμu]?m$/.test(spelled)) return { value: 1, end: at }
    return { value: (power[1] === undefined ? 1 : -1) * Number(digit), end: at + power[0].length }
  }
  return square === null ? { value: 1, end: at } : { value: Number(square[1]), end: at + square[0].length }
}

/** Reads "kgs−1" and "mWm−2", whose space was lost: the last letter has the power, so only "s" and "m" can be separated. */
function joinedUnit(spelled: string): MeasureUnit | undefined {
  const [last, first] = [spelled.slice(-1), unitOf(spelled.slice(0, -1))]
  if (first === undefined || !/[ms]/.test(last)) return undefined
  return { ...first, name: `${first.name} and ${last}`, isArbitrary: true }
}

/** Returns whether a factor is a word of the sentence rather than a symbol: "5 mg a day" continues without "per". */
function isWordy({ text, power }: Term): boolean {
  return power === 1 && /^\p{L}{4,}$/u.test(text)
}

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Returns the unit after a number that ends at `at`, across a space or a hyphen: "5 mg", "5-mg", "5mg". */
export function unitBehind(
  text: string,
  at: number,
): { readonly start: number; readonly unit: UnitReading } | null {
  const gap = matchAt(GAP, text, at)?.[0].length ?? 0
  const start = gap === 0 && /[-‐‑]/.test(text[at] ?? '') ? at + 1 : at + gap
  const unit = readUnit(text, start)
  return unit === null ? null : { start, unit }
}
