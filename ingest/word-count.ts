/** Counts the words of a text, in scripts with and without spaces. */

/** Up to two characters of a script without spaces count as a word, which is about right for Chinese. */
export const UNSPACED_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,2}/gu
const UNSPACED = new RegExp(UNSPACED_WORD.source, 'u')
/** A first test: all of those scripts are above Latin and Greek. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/
const PIECE = new RegExp(`${UNSPACED_WORD.source}|(?:(?!${UNSPACED_WORD.source})\\S)+`, 'gu')

/** Returns runs between spaces; within those of a script without spaces, pairs of characters. */
export function wordMatches(text: string): RegExpExecArray[] {
  return [...text.matchAll(hasUnspaced(text) ? PIECE : /\S+/g)]
}

export function wordCount(text: string): number {
  return text.match(hasUnspaced(text) ? PIECE : /\S+/g)?.length ?? 0
}

/** Returns whether part of a text is written without spaces. */
export function hasUnspaced(text: string): boolean {
  return MAY_BE_UNSPACED.test(text) && UNSPACED.test(text)
}
