/** The quantities of a page, spelled so that two readers' spellings of the same print agree. */

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const DASHES = /[‐‑‒–—−﹣－]/gu
const UNITS =
  '(?:[munpkMGdcμ]?(?:g|m|L|l|M|mol|s|Hz|V|W|J|Pa|bp|Da|eV|Bq)|min|h|days?|weeks?|years?|°C|°|%|Å|rpm|ppm|kcal|K)(?![\\p{L}])'
const NUMBER = '\\d+(?:[.,·]\\d+)*'
/** A number with the sign before it, the error, power of ten or end of the range, and the unit after it. No part of an address or a name. */
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}./_:-])[-+±<>=≤≥~≈]*${NUMBER}(?:[-±×][-+]?${NUMBER})*(?: ?${UNITS}(?:/${UNITS})?)?(?![\\p{L}\\p{N}/_]|[.,:-]\\d)`,
  'gu',
)
const SAYS_MORE = /[^\d\s,]/u
const MIN_PAGES = 2

/** How often each quantity occurs; bare whole numbers are left out, as page and reference numbers are such. */
export function quantitiesOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [match] of spelled(text).matchAll(QUANTITY)) {
    if (!SAYS_MORE.test(match)) continue
    const quantity = match.replaceAll(' ', '')
    counts.set(quantity, (counts.get(quantity) ?? 0) + 1)
  }
  return counts
}

/** One way to write signs and raised digits; white space single, and none around signs, where readers differ most. */
export function spelled(text: string): string {
  return text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]/gu, (raised) => '0123456789+-'[RAISED.indexOf(raised)] ?? '')
    .normalize('NFKC')
    .replace(/[\u00ad\u200b]/gu, '')
    .replace(DASHES, '-')
    .replaceAll('∼', '~')
    .replaceAll('µ', 'μ')
    .replace(/[º˚]/gu, '°')
    .replace(/\s+/gu, ' ')
    .replace(/ ?([±<>=≤≥~≈×]) ?/gu, '$1')
}

/** The pages without lines that stand on several, digits aside: ours leaves running heads out. */
export function withoutHeads(pages: readonly string[]): string[] {
  const keyOf = (line: string) => line.replace(/\d+/gu, '#').replace(/[^\p{L}#]+/gu, '')
  const seen = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(page.split('\n').map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1)
  const isHead = (line: string) => /\p{L}{3}/u.test(line) && (seen.get(keyOf(line)) ?? 0) >= MIN_PAGES
  return pages.map((page) =>
    page
      .split('\n')
      .filter((line) => !isHead(line))
      .join('\n'),
  )
}
