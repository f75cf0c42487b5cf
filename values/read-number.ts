/** Reads a number at a position of a text: digits with their sign, thousands and power of ten, or words. */
import { matchAt } from './read-unit.ts'

export interface NumberReading {
  readonly start: number
  readonly end: number
  readonly value: number
  /** The power of ten or the word such as "million" after it; 1 if there is none. */
  readonly scale: number
  readonly isWord: boolean
  /** Decimals as printed: "12.50" has two. */
  readonly decimals: number
}

// A letter, digit or point before a number makes it part of a name or of another number: "p53", "3.1.2", "#2", "recall@5", "MI55-1T".
const START =
  /(?<![\p{L}\p{N}_.·,#@]|[\p{L}_][-‐‑'’/]|\p{Lu}\d{1,4}[-‐‑])(?:[.·]?\d)|(?<!\p{Lu}\d{1,4}[-‐‑])(?<=(?:^|[\s(])[∼~<>≤≥⩽⩾≈±=]?\s?|\p{L}[∼~<>≤≥⩽⩾≈±=]|\d[-–—−‐‑∼~±/,:×]|\d(?:%|°C|°)[-–—−‐‑∼~±/])(?:[.·]?\d)|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|dozen|twice|half)(?!\p{L})/giu
const DIGITS =
  /(?:\d{1,3}(?:,\d{3})+(?![\d])|\d{1,3}, 000(?!\d)|\d{1,3}(?:[\u00a0\u2009\u202f ]\d{3})+(?![\d.])|\d+)(?:[.·](?=\d)\d+)?|[.·]\d+/y
const EXPONENT =
  /\s?[×xX·∙*⋅]\s?10(?:\s?\^?\{?([-−–‐‑+]\s?\d{1,2}(?!\d)|(?<=[\^{])[-−–‐‑+]?\d+)\}?|([⁻⁺]?[⁰¹²³⁴-⁹]+)|([1-9]\d?))(?!\d)|[eE]([-−+]?\d+)(?![\p{L}\d])/uy
const POWER_OF_TEN =
  /10(?:\^\{?([-−–]?\d+)\}?|([⁻⁺]?[⁰¹²³⁴-⁹]+)|([-−–]\d|−1\d(?=\s?M(?!\p{L})))(?=\s?[\p{L}µμ%]))(?!\.?\d)/uy
/** "2^10", "10^2.5", "3.4.24": a power that is not parsed, a version; their parts are not numbers. */
const NO_NUMBER = /\^\{?[-−–+]?\d+(?:\.\d+)?\}?|(?<=\.\d+)(?:\.\d+)+/y
const SCALE = /\s(hundred|thousand|million|billion|trillion)(?![\p{L}])/uy
/** "183K articles", "1.1M of 2": thousands and millions; not "0.1M solutions". */
const COUNT = /([KM])(?=\sof\s\d|\s(?!solutions|buffers|acids|salts)\p{Ll}{4,}[^aisu]s\b)/uy
const SIGN = /(?<![\p{L}\p{N}.)\]%°])(?:[-−+]|(?<!\d\s)[–‐‑])$/u
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const WORD_VALUES = new Map<string, number>([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.slice(2).map((word, at) => [word, 10 * (at + 2)] as const),
  ...([
    ['hundred', 100],
    ['dozen', 12],
    ['twice', 2],
    ['half', 0.5],
  ] as const),
])
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  K: 1e3,
  M: 1e6,
}
const NEXT_WORD = /[-\s](one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/iuy

/** Returns the numbers of a text in order. */
export function numbersIn(text: string): NumberReading[] {
  const found: NumberReading[] = []
  START.lastIndex = 0
  for (let match = START.exec(text); match !== null; match = START.exec(text)) {
    const at = match.index
    const reading = /\p{L}/u.test(text[at]!) ? wordNumber(text, at, match[0]) : digitNumber(text, at)
    if (reading === null) continue
    // What does not fit a double, such as a line of a thousand digits, is not a quantity.
    if (Number.isFinite(reading.value)) found.push(reading)
    START.lastIndex = reading.end
  }
  return found
}

function digitNumber(text: string, at: number): NumberReading | null {
  const power = matchAt(POWER_OF_TEN, text, at)
  const signed = SIGN.test(text.slice(Math.max(0, at - 3), at))
  const isNegative = signed && text[at - 1] !== '+'
  const start = signed ? at - 1 : at
  if (power !== null)
    return {
      start: at,
      end: at + power[0].length,
      value: tenToThe(exponentOf(power)),
      scale: 1,
      isWord: false,
      decimals: 0,
    }
  const digits = matchAt(DIGITS, text, at)
  if (digits === null) return null
  const plain = digits[0].replace('·', '.').replaceAll(/[,\s\u00a0\u2009\u202f]/g, '')
  const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0
  let end = at + digits[0].length
  let value = Number(plain)
  const other = matchAt(NO_NUMBER, text, end)
  if (other !== null)
    return { start, end: end + other[0].length, value: Number.NaN, scale: 1, isWord: false, decimals }
  const exponent = powerOfTen(text, end, value)
  if (exponent.end > end)
    value = Number(`${plain.startsWith('.') ? '0' : ''}${plain}e${Math.round(Math.log10(exponent.value))}`)
  const scale = matchAt(SCALE, text, exponent.end) ?? matchAt(COUNT, text, exponent.end)
  const thousands = scale === null ? 1 : SCALES[scale[1]!]!
  end = exponent.end + (scale?.[0].length ?? 0)
  value *= (isNegative ? -1 : 1) * thousands
  return { start, end, value, scale: exponent.value * thousands, isWord: false, decimals }
}

/** Reads "× 10−3" after a number; not finite if no double fits. "1280 × 1024" is a size: a lost superscript needs a mantissa below 10. */
export function powerOfTen(
  text: string,
  at: number,
  mantissa = 1,
): { readonly value: number; readonly end: number } {
  const match = matchAt(EXPONENT, text, at)
  if (match === null || (match[3] !== undefined && mantissa >= 10)) return { value: 1, end: at }
  return { value: tenToThe(exponentOf(match)), end: at + match[0].length }
}

/** Returns NaN if the power is too small for a double. */
function tenToThe(exponent: number): number {
  return 10 ** exponent || Number.NaN
}

function exponentOf(match: RegExpExecArray): number {
  const spelled = match.slice(1).find((group) => group !== undefined) ?? '0'
  return Number(
    [...spelled.replaceAll(/\s/g, '')]
      .map((sign) => (/[-−–‐‑⁻]/.test(sign) ? '-' : /[+⁺]/.test(sign) ? '' : raisedDigit(sign)))
      .join(''),
  )
}

function raisedDigit(sign: string): string {
  const at = RAISED.indexOf(sign)
  return at < 0 ? sign : String(at)
}

function wordNumber(text: string, at: number, word: string): NumberReading {
  let value = WORD_VALUES.get(word.toLowerCase())!
  let end = at + word.length
  const next = value >= 20 && value < 100 ? matchAt(NEXT_WORD, text, end) : null
  if (next !== null) {
    value += WORD_VALUES.get(next[1]!.toLowerCase())!
    end += next[0].length
  }
  for (let scale = matchAt(SCALE, text, end); scale !== null; scale = matchAt(SCALE, text, end)) {
    value *= SCALES[scale[1]!]!
    end += scale[0].length
  }
  return { start: at, end, value, scale: 1, isWord: true, decimals: 0 }
}
