/** What countries are called, in the languages that addresses are written in. */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Forms that addresses have and Unicode's list has not. */
const OTHER_FORMS =
  'usa,u.s.a.,uk,u.k.,england,scotland,wales,northern ireland,the netherlands,holland,korea,republic of korea,czech republic,turkey,' +
  'pr china,p.r. china,p. r. china,people’s republic of china,russian federation,hong kong,iran,viet nam,méxico'

let names: ReadonlySet<string> | null = null

/** Whether the text is the name of a country and nothing else. */
export function isCountry(text: string): boolean {
  names ??= new Set([...LANGUAGES.flatMap(regionNames), ...OTHER_FORMS.split(',')])
  return names.has(text.toLowerCase())
}

/** There is no list of the codes: a code that is none is its own name. */
function regionNames(language: string): string[] {
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes.flatMap((code) => regions.of(code)?.toLowerCase() ?? [])
}
