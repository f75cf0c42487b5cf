/** Returns the words of a sentence in order, with the information that their spelling gives. */
import { wordsThatCount } from './wording.ts'

export interface WordInSentence {
  /** The word as in `wordsThatCount`. */
  readonly word: string
  /** Whether a comma, a bracket, a quotation mark or a dash precedes the word. */
  readonly isAfterBreak: boolean
  /** Whether the word has a capital, other than at the beginning of the sentence. */
  readonly isName: boolean
}

// Words that begin sentences and are not names.
const OPENERS =
  /^(?:the|an?|in|on|at|by|for|from|to|of|with|it|its|he|she|they|this|that|these|those|there|according|based|as|yes|so|thus|therefore|hence|one|both|all|both|when|where|which|who|what|you|we|i)$/i
const LEADING = /^[("“”'‘’[\-–—*]+/
// Each run is only tried from its start, which keeps the search linear.
const TRAILING = /(?<![.,;:)"“”'’\]\-–—*])[.,;:)"“”'’\]\-–—*]+$/
// The full stop of `St.` does not separate words.
const BREAK = /[,;:)"“”\]\-–—*][.]?$/

export function sentenceWords(sentence: string): readonly WordInSentence[] {
  const found: WordInSentence[] = []
  let isBroken = false
  for (const [place, raw] of sentence
    .split(/[\s\u00a0]+/)
    .filter((part) => part !== '')
    .entries()) {
    const bare = raw.replace(LEADING, '').replace(TRAILING, '')
    const isName = /^\p{Lu}/u.test(bare) && !(place === 0 && OPENERS.test(bare))
    const words = wordsThatCount(bare)
    isBroken ||= LEADING.test(raw)
    for (const [part, word] of words.entries())
      found.push({ word, isName, isAfterBreak: part === 0 && isBroken && found.length > 0 })
    if (words.length > 0) isBroken = false
    isBroken ||= BREAK.test(raw)
  }
  return found
}
