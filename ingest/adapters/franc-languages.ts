/** Identifies a text's language, and how much it resembles each that franc knows: by their 300 commonest trigrams, or by script alone. */
import { franc } from 'franc-min'
import { data } from 'franc-min/data.js'
import { expressions } from 'franc-min/expressions.js'
import type { LanguageLikeness } from '../prose/index.ts'

const TRIGRAM_LETTERS = 3
// franc's own documentation calls shorter texts unreliable; English titles shorter than this are identified as Scots.
const MIN_CHARACTERS = 60
/** franc's own constants: the characters of a text that it counts, and the distance of a trigram that a language lacks. */
const FRANC_CHARACTERS = 2_048
const MAX_DISTANCE = 300

/** Languages that have a trigram: indexes in `LATIN`, with the trigram's rank in each, and indexes in `LANGUAGES`. */
interface KnownTrigram {
  readonly latin: number[]
  readonly ranks: number[]
  readonly languages: number[]
}

// franc writes this name with a capital.
const LATIN = Object.entries(data['Latin'] ?? {})
/** A language with two scripts has the trigrams of the second. */
const LANGUAGES = [...new Map(Object.values(data).flatMap((languages) => Object.entries(languages)))]
const TRIGRAMS: KnownTrigram[] = []
const IDS = new Map<string, number>()
for (const [language, [, trigrams]] of LATIN.entries())
  for (const [rank, trigram] of trigrams.split('|').entries()) {
    const known = knownTrigram(trigram)
    known.latin.push(language)
    known.ranks.push(rank)
  }
for (const [language, [, trigrams]] of LANGUAGES.entries())
  for (const trigram of new Set(trigrams.split('|'))) knownTrigram(trigram).languages.push(language)
const LATIN_LISTS = inOneArray(({ latin }) => latin)
const RANK_LISTS = inOneArray(({ ranks }) => ranks)
const LANGUAGE_LISTS = inOneArray(({ languages }) => languages)

/** Returns a list of each trigram in one array, which is read in order, and where each begins. */
function inOneArray(listOf: (trigram: KnownTrigram) => readonly number[]) {
  const values = Uint16Array.from(TRIGRAMS.flatMap(listOf))
  const starts = new Uint32Array(TRIGRAMS.length + 1)
  for (const [id, trigram] of TRIGRAMS.entries()) starts[id + 1] = starts[id]! + listOf(trigram).length
  return { values, starts }
}

function knownTrigram(trigram: string): KnownTrigram {
  const id = IDS.get(trigram) ?? TRIGRAMS.push({ latin: [], ranks: [], languages: [] }) - 1
  IDS.set(trigram, id)
  return TRIGRAMS[id]!
}

/** Indexes in a dense table: 1 to 27 for the space and the ASCII letters, which make up most of most texts; 0 for others. */
const PLACES = Uint8Array.from(
  { length: 128 },
  (_, code) => ' abcdefghijklmnopqrstuvwxyz'.indexOf(String.fromCharCode(code)) + 1,
)
const PLACE_COUNT = 28
/** Trigram ids from 1, by the indexes of three characters; 0 for trigrams that no language has. */
const DENSE_IDS = new Uint16Array(PLACE_COUNT ** TRIGRAM_LETTERS)
for (const [trigram, id] of IDS) {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => PLACES[trigram.charCodeAt(at)] ?? 0)
  if (a * b * c > 0) DENSE_IDS[(a * PLACE_COUNT + b) * PLACE_COUNT + c] = id + 1
}

/** Languages that alone use their script (`cmn`, `jpn`, `kor`, `ell` …): franc has no trigrams for them. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(expressions)
    .filter(([name]) => /^[a-z]{3}$/.test(name))
    .map(([language, expression]) => [language, new RegExp(expression.source, 'g')]),
)
/** All scripts of `SCRIPTS` are above Latin. */
const ABOVE_LATIN = /[\u0250-\uFFFF]/

/** Returns the ISO 639-3 code, or null for short texts and for texts in no known language. */
export function francLanguage(text: string): string | null {
  if (text.trim().length < MIN_CHARACTERS) return null
  const start = text.slice(0, FRANC_CHARACTERS)
  const code = isLatin(start) ? latinLanguage(start) : franc(text)
  return code === 'und' ? null : code
}

/**
 * Returns for each language, in no order, the share of the text's trigrams that are among the language's commonest 300, or the share
 * of its letters in the language's script. English papers have .35-.48 for English, random letters .2 for any language.
 */
export function francLikeness(text: string): readonly LanguageLikeness[] {
  const plain = plainText(text)
  const known = new Uint32Array(LANGUAGES.length)
  const { starts, values } = LANGUAGE_LISTS
  countTrigrams(plain, (id, count) => {
    const end = starts[id + 1]!
    for (let at = starts[id]!; at < end; at++) known[values[at]!]! += count
  })
  const total = Math.max(1, plain.length - TRIGRAM_LETTERS + 1)
  const alike = LANGUAGES.map(([language], index) => ({ language, likeness: known[index]! / total }))
  const isAboveLatin = ABOVE_LATIN.test(plain)
  const letters = isAboveLatin ? Math.max(1, plain.match(/\p{L}/gu)?.length ?? 0) : 1
  for (const [language, script] of SCRIPTS) {
    const inScript = isAboveLatin ? (plain.match(script)?.length ?? 0) : 0
    alike.push({ language, likeness: Math.min(1, inScript / letters) })
  }
  return alike
}

function isLatin(text: string): boolean {
  if (!ABOVE_LATIN.test(text)) return /[A-Za-z]/.test(text)
  const others = text.match(/[\u0250-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0
  return latin > 2 * others
}

/** Returns the same as `franc` for Latin text, ten times as fast: franc looks up each trigram in each of some 40 languages. */
function latinLanguage(text: string): string {
  const nearer = new Float64Array(LATIN.length)
  const { starts, values } = LATIN_LISTS
  const ranks = RANK_LISTS.values
  countTrigrams(plainText(text), (id, count) => {
    const end = starts[id + 1]!
    for (let at = starts[id]!; at < end; at++)
      nearer[values[at]!]! += MAX_DISTANCE - Math.abs(count - ranks[at]! - 1)
  })
  let best = 0
  for (let language = 1; language < LATIN.length; language++)
    if (nearer[language]! > nearer[best]!) best = language
  return LATIN[best]![0]
}

/** Prepares a text as franc does: lower case, single spaces, no digits or ASCII punctuation. */
function plainText(text: string): string {
  return ` ${text
    .replaceAll(/[!-@]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()} `
}

/** Occurrences of each trigram in the current text; all zero between texts. */
const counts = new Uint32Array(TRIGRAMS.length)

/** Calls `visit` once for each distinct trigram that any language has. */
function countTrigrams(plain: string, visit: (id: number, count: number) => void): void {
  const met: number[] = []
  let [a, b] = [0, PLACES[plain.charCodeAt(0)] ?? 0]
  let c = PLACES[plain.charCodeAt(1)] ?? 0
  for (let at = 0; at + TRIGRAM_LETTERS <= plain.length; at++) {
    a = b
    b = c
    c = PLACES[plain.charCodeAt(at + 2)] ?? 0
    const isDense = a > 0 && b > 0 && c > 0
    const id = isDense
      ? DENSE_IDS[(a * PLACE_COUNT + b) * PLACE_COUNT + c]! - 1
      : (IDS.get(plain.slice(at, at + TRIGRAM_LETTERS)) ?? -1)
    if (id >= 0 && counts[id]!++ === 0) met.push(id)
  }
  for (const id of met) {
    visit(id, counts[id]!)
    counts[id] = 0
  }
}
