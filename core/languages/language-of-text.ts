/**
 * Detects the language of a short text, a unit or a question, by its script, else by its function words. It starts from the language of the
 * whole paper, which is inferred from some thousand characters by trigrams (ingest/).
 */
import { ENGLISH, knownLanguage, LATIN_LANGUAGES, stopWordsOf } from './known-languages.ts'

/** Length of text that is examined. */
const READ_CHARACTERS = 600
const OTHER_SCRIPT = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Cyrillic}]/u
const LETTER = /\p{L}/gu
/** Words of two letters or more: single letters are mostly symbols and initials. */
const WORD = /(?<![\p{L}\p{N}.])\p{L}{2,}(?![\p{N}(])/gu
const SCRIPTS = {
  han: /\p{sc=Han}/gu,
  kana: /[\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  hangul: /\p{sc=Hangul}/gu,
  thai: /\p{sc=Thai}/gu,
  cyrillic: /\p{sc=Cyrillic}/gu,
} as const
/**
 * Share of a text's letters in a script from which it is in a language of that script: a half if there are English words too, and for
 * Cyrillic. Chosen, not measured: Chinese papers have many names in Latin letters.
 */
const SHARE_OF_SCRIPT = 0.25
const SHARE_WITH_ENGLISH = 0.5
const MIN_KANA = 0.05

/** Words that are common in English prose and very rare in the other languages in Latin script. */
const ENGLISH_WORDS = /\b(?:the|of|and|with|that|this|from|were|which|by|to|is|are|was|for)\b/g
const ENOUGH_ENGLISH = 2
/**
 * A text is in a language other than English only if it has this many function words of that language that English lacks, and more than
 * TIMES_ENGLISH times as many as English ones that it lacks: trigrams mistake short English texts with foreign names. A language that is
 * not the paper's needs more. tests/integration/core/languages.long.test.ts counts the errors on English texts.
 */
const MIN_OWN_WORDS = 2
const MIN_WORDS = 4
const TIMES_ENGLISH = 3
const MIN_SHARE = 0.2

/**
 * Returns the ISO 639-3 code of a known language; English unless something indicates another one. `ofPaper` is the language of the text's
 * paper, null if it is not known. Cost: about 1 µs for English, some 30 for others.
 */
export function languageOfText(text: string, ofPaper: string | null): string {
  const head = text.slice(0, READ_CHARACTERS)
  const prior = knownLanguage(ofPaper)?.code ?? null
  const hasEnglish = hasMatches(head, ENGLISH_WORDS, ENOUGH_ENGLISH)
  const least = hasEnglish ? SHARE_WITH_ENGLISH : SHARE_OF_SCRIPT
  const ofScript = OTHER_SCRIPT.test(head) ? languageOfScript(head, prior, least) : null
  if (ofScript !== null) return ofScript
  const isLatin = prior !== null && LATIN_LANGUAGES.includes(prior)
  if (hasEnglish && !isLatin) return ENGLISH
  const words = wordsOf(head)
  if (!isLatin) return clearlyOther(words)
  const own = countOnly(words, prior, ENGLISH)
  const isOwn = own >= MIN_OWN_WORDS && own > TIMES_ENGLISH * countOnly(words, ENGLISH, prior)
  return isOwn ? prior : clearlyOther(words)
}

/** Returns the corpus language that a question is most likely in; questions are too short for stricter rules. */
export function languageOfQuestion(question: string, held: readonly string[]): string {
  const [most = ENGLISH] = held
  if (held.length < 2) return most
  const ofScript = OTHER_SCRIPT.test(question) ? languageOfScript(question, most, SHARE_OF_SCRIPT) : null
  if (ofScript !== null && held.includes(ofScript)) return ofScript
  const words = wordsOf(question)
  const latin = held.filter((code) => code === ENGLISH || LATIN_LANGUAGES.includes(code))
  const counts = latin.map((code) => ({ code, count: countIn(words, code) }))
  const best = Math.max(0, ...counts.map(({ count }) => count))
  // In a question that has only names, every language is as likely, and the one of most papers is first.
  return counts.find(({ count }) => count === best)?.code ?? most
}

function languageOfScript(text: string, prior: string | null, least: number): string | null {
  const letters = Math.max(1, count(text, LETTER))
  const share = (script: RegExp) => count(text, script) / letters
  const kana = share(SCRIPTS.kana)
  if (kana + share(SCRIPTS.han) >= least) return kana >= MIN_KANA || prior === 'jpn' ? 'jpn' : 'cmn'
  if (share(SCRIPTS.hangul) >= least) return 'kor'
  if (share(SCRIPTS.thai) >= least) return 'tha'
  return share(SCRIPTS.cyrillic) >= SHARE_WITH_ENGLISH ? 'rus' : null
}

/** Counts words of the first language that the second lacks: "in", "was" and "an" are both English and German. */
function countOnly(words: readonly string[], code: string, notOf: string): number {
  const others = stopWordsOf(notOf)
  return countIn(
    words.filter((word) => !others.has(word)),
    code,
  )
}

function clearlyOther(words: readonly string[]): string {
  const least = Math.max(MIN_WORDS, MIN_SHARE * words.length)
  let best = { code: ENGLISH, count: 0 }
  for (const code of LATIN_LANGUAGES) {
    const found = countOnly(words, code, ENGLISH)
    const isOther = found >= least && found > TIMES_ENGLISH * countOnly(words, ENGLISH, code)
    if (isOther && found > best.count) best = { code, count: found }
  }
  return best.code
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().normalize('NFC').match(WORD) ?? []
}

function countIn(words: readonly string[], code: string): number {
  const known = stopWordsOf(code)
  return words.reduce((sum, word) => sum + (known.has(word) ? 1 : 0), 0)
}

/** Returns whether a pattern occurs at least so often, and stops there. */
function hasMatches(text: string, pattern: RegExp, least: number): boolean {
  let found = 0
  for (const _ of text.matchAll(pattern)) if (++found >= least) return true
  return false
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
