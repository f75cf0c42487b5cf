/** Recognises windows in languages for which English words of doubt mean nothing, but not short answers or lists of names and formulas. */

const LETTER = /\p{L}/gu
const OTHER_SCRIPT = /(?![\p{sc=Latin}\p{sc=Greek}])\p{L}/gu
/** Matches words of prose, without names and symbols: no capital, no digit beside the word. */
const PROSE_WORD = /(?<![\p{L}\p{N}_.’'-])\p{Ll}{2,}(?![\p{L}\p{N}_(])/gu
/** Words that hardly any other language has: "of" is also Dutch, "is" and "was" German, "to" Czech, "for" Danish, "are" Romanian. */
const ENGLISH_ALONE = new Set(
  'the and with that this from were which it not but they there what would should then because'.split(' '),
)
/**
 * Minimum share of these words. Abstracts, logs and models' thoughts have some 15 in 100, other languages none. Of 16,209 English windows of
 * 512 characters 26 have fewer than 3, of texts in fifteen languages all.
 */
const MIN_SHARE = 0.03
/** Words of prose below which a text is notes or a list. Chosen, not measured. */
const MIN_WORDS = 18

export function isOtherLanguage(text: string): boolean {
  if (2 * count(text, OTHER_SCRIPT) > count(text, LETTER)) return true
  const words = text.match(PROSE_WORD) ?? []
  const english = words.filter((word) => ENGLISH_ALONE.has(word)).length
  return words.length >= MIN_WORDS && english < MIN_SHARE * words.length
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0
}
