/** The quantities of a page, spelled so that two readers' spellings of the same print agree. */

const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'].map((raised, at) => [raised, '0123456789+-'[at] ?? '']),
)
const DASHES = /[‐‑‒–—−﹣－]/gu
const UNITS =
  '(?:[munpkMGdcfμ]?(?:g|m|L|l|M|mol|s|Hz|V|W|J|Pa|A|bp|b|Da|eV|Ci|Bq|K|F|N)(?![a-z])|min|h(?![a-z])|days?|weeks?|years?|[°]C|[°]|%|Å|rpm|ppm|kcal|cal|mmHg)'
const SIGN = '(?:[-+±<>=≤≥~≈×])'
const NUMBER = '\\d+(?:[.,·]\\d+)*'
/** A number with the sign before it, the power of ten or the range, and the unit after it. */
const QUANTITY = new RegExp(
  `${SIGN}?${NUMBER}(?:[-±×]${SIGN}?${NUMBER})*(?:${UNITS}(?:/${UNITS}|-\\d)?)?`,
  'gu',
)
const SAYS_MORE = /\D/u

/** How often each quantity occurs; numbers without sign, part or unit are left out, as page and reference numbers are such. */
export function quantitiesOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [quantity] of plain(text).matchAll(QUANTITY)) {
    if (!SAYS_MORE.test(quantity)) continue
    counts.set(quantity, (counts.get(quantity) ?? 0) + 1)
  }
  return counts
}

/** Without white space: readers differ in where they set it, most of all around signs, and that changes no quantity. */
export function plain(text: string): string {
  return text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]/gu, (raised) => SUPERSCRIPTS[raised] ?? raised)
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replaceAll('∼', '~')
    .replaceAll('µ', 'μ')
    .replaceAll('º', '°')
    .replaceAll('˚', '°')
    .replace(/\s+/gu, '')
}
