/** Decides from a text's figures alone whether it is prose in a language that the corpus accepts. */
import type { ProseFigures } from '../../corpus/index.ts'

/** `not_prose`: a form, a table, a certificate, a drawing. `unreadable`: noise, or a language that the corpus does not accept. */
export interface ProseRefusal {
  readonly reason: 'not_prose' | 'unreadable'
  /** Sentence for people: the figure that decided, and its limit. */
  readonly why: string
}

/**
 * Limits midway between 27 papers and the other files in their folders; 50 more papers, read afterwards, kept clear of all of
 * them. Words in sentences: papers .35-.91, forms and certificates up to .18 (docs/ingest.md).
 */
const LIMITS = {
  inSentences: 0.25,
  /** Minimum number of words in sentences of a file with pages; text without pages may be a note or a title. */
  wordsInSentences: 25,
  /** Minimum number of words for shares to be meaningful in a text without pages. */
  wordsOfText: 200,
  /** Papers: .29-.48; letters of another script, misrecognised as Latin: .20-.25. */
  likeness: 0.26,
  /** Papers are most like an accepted language; French is .2 more like French than like English. */
  moreLikeOther: 0.08,
  likenessOfOther: 0.3,
  /** Minimum number of words to determine the language. */
  wordsOfLanguage: 50,
  /** Papers: up to .11; a newspaper of 1901, badly recognised: .17. */
  broken: 0.14,
  inSentencesOfBroken: 0.5,
} as const

/** Returns null if there is no objection to the text. */
export function judgeProse(figures: ProseFigures): ProseRefusal | null {
  return judgeLanguage(figures) ?? judgeLetters(figures) ?? judgeSentences(figures) ?? judgeBroken(figures)
}

function judgeLanguage({ words, language, likeness, heldLikeness }: ProseFigures): ProseRefusal | null {
  if (words < LIMITS.wordsOfLanguage || likeness < LIMITS.likenessOfOther) return null
  if (likeness - heldLikeness <= LIMITS.moreLikeOther) return null
  const why =
    `It is written in ${languageName(language)}, a language that this topic does not accept: likeness ${figure(likeness)} ` +
    `against ${figure(heldLikeness)} for the nearest language that it accepts. \`--topic none\` takes every language.`
  return { reason: 'unreadable', why }
}

function judgeLetters({ words, inSentences, heldLikeness }: ProseFigures): ProseRefusal | null {
  if (words < LIMITS.wordsOfText) return null
  if (heldLikeness >= LIMITS.likeness || inSentences >= LIMITS.inSentences) return null
  const why =
    `Its letters form no words of a known language: likeness ${figure(heldLikeness)}, where text has more than ` +
    `${figure(LIMITS.likeness)}, and ${percent(inSentences)} of its ${words} words stand in sentences.`
  return { reason: 'unreadable', why }
}

function judgeSentences({ hasPages, words, inSentences }: ProseFigures): ProseRefusal | null {
  const count = Math.round(words * inSentences)
  if (hasPages && count < LIMITS.wordsInSentences) {
    const why = `It has ${count} words in sentences, where a paper has at least ${LIMITS.wordsInSentences}.`
    return { reason: 'not_prose', why }
  }
  if (inSentences >= LIMITS.inSentences || (!hasPages && words < LIMITS.wordsOfText)) return null
  const why =
    `${percent(inSentences)} of its ${words} words stand in sentences, where a paper has at least ` +
    `${percent(LIMITS.inSentences)}.`
  return { reason: 'not_prose', why }
}

/** Judges broken words after the sentences, since forms have broken words too. */
function judgeBroken({ words, inSentences, broken }: ProseFigures): ProseRefusal | null {
  if (words < LIMITS.wordsOfText) return null
  if (broken <= LIMITS.broken || inSentences >= LIMITS.inSentencesOfBroken) return null
  const why =
    `${percent(broken)} of its ${words} words are broken, as by bad recognition (at most ${percent(LIMITS.broken)}), ` +
    `and only ${percent(inSentences)} stand in sentences.`
  return { reason: 'unreadable', why }
}

function languageName(language: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language)
  return name === undefined ? `the language ${language}` : name
}

function figure(share: number): string {
  return share.toFixed(2)
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
