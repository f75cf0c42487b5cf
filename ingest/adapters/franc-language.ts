/** The language of a text, by trigrams. */
import { franc } from 'franc-min'
import { data } from 'franc-min/data.js'

// franc's own documentation calls shorter texts unreliable; titles in English come out as Scots below this.
const MIN_CHARACTERS = 60
/** As franc has them: so much of a text counts, and a trigram that a language lacks is so far away. */
const FRANC_CHARACTERS = 2_048
const MOST_DISTANCE = 300

// A name with a capital, as franc writes it.
const { Latin: LATIN_TRIGRAMS = {} } = data
const LATIN = Object.keys(LATIN_TRIGRAMS)
interface RankedTrigram {
  /** Place in `LATIN`. */
  readonly language: number
  readonly rank: number
}
const RANKS = new Map<string, RankedTrigram[]>()
for (const [language, trigrams] of Object.values(LATIN_TRIGRAMS).entries())
  for (const [rank, trigram] of trigrams.split('|').entries()) {
    const known = RANKS.get(trigram)
    if (known === undefined) RANKS.set(trigram, [{ language, rank }])
    else known.push({ language, rank })
  }

/** ISO 639-3 code, null for short texts and texts of no known language. */
export function francLanguage(text: string): string | null {
  if (text.trim().length < MIN_CHARACTERS) return null
  const start = text.slice(0, FRANC_CHARACTERS)
  const code = isLatin(start) ? latinLanguage(start) : franc(text)
  return code === 'und' ? null : code
}

function isLatin(text: string): boolean {
  const others = text.match(/[\u0250-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0
  return latin > 2 * others
}

/**
 * Returns what `franc` returns of a text in Latin letters: it looks up each trigram in each of some 40 languages, and that took a
 * fifth of the time of reading an abstract.
 */
function latinLanguage(text: string): string {
  const plain = ` ${text
    .replaceAll(/[!-@]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()} `
  const counts = new Map<string, number>()
  for (let at = 0; at + 3 <= plain.length; at++) {
    const trigram = plain.slice(at, at + 3)
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  const nearer = new Float64Array(LATIN.length)
  for (const [trigram, count] of counts)
    for (const { language, rank } of RANKS.get(trigram) ?? [])
      nearer[language]! += MOST_DISTANCE - Math.abs(count - rank - 1)
  let best = 0
  for (let language = 1; language < LATIN.length; language++)
    if (nearer[language]! > nearer[best]!) best = language
  return LATIN[best]!
}
