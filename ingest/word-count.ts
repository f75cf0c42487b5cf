/** How many words has a text, in scripts with spaces and without? */

/** Two characters of a script without spaces count as a word, which is about right for Chinese. */
export const UNSPACED_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,2}/gu
const UNSPACED = new RegExp(UNSPACED_WORD.source, 'u')
const PIECE = new RegExp(`${UNSPACED_WORD.source}|(?:(?!${UNSPACED_WORD.source})\\S)+`, 'gu')

/** Runs between spaces; within those of a script without spaces, pairs of characters. */
export function wordMatches(text: string): RegExpExecArray[] {
  return [...text.matchAll(UNSPACED.test(text) ? PIECE : /\S+/g)]
}

export function wordCount(text: string): number {
  return wordMatches(text).length
}
