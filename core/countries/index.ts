/** Names of countries in the languages in which addresses are written. */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Forms used in addresses that are not in Unicode's list. */
const OTHER_FORMS =
  'usa,u.s.a.,uk,u.k.,england,scotland,wales,northern ireland,the netherlands,holland,korea,republic of korea,czech republic,turkey,' +
  'pr china,p.r. china,p. r. china,people’s republic of china,russian federation,hong kong,iran,viet nam,méxico,united states of america,congo,republic of congo,ivory coast,burma,palestine'

const names = new Map<string, ReadonlySet<string>>()

/** Returns whether the text is just a country's name. For prose, pass only its language: "Island" is Iceland's name in German. */
export function isCountry(text: string, languages: readonly string[] = LANGUAGES): boolean {
  const key = languages.join()
  const known = names.get(key) ?? new Set([...languages.flatMap(regionNames), ...OTHER_FORMS.split(',')])
  names.set(key, known)
  return known.has(text.toLowerCase())
}

/** Tries every pair of letters, because there is no list of region codes; an unknown code has no name. */
function regionNames(language: string): string[] {
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes.flatMap((code) => regions.of(code)?.toLowerCase() ?? [])
}
