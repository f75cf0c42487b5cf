/** The words of a sentence in their order, with what their spelling says beyond them. */
import { wordsThatCount } from './wording.ts'

export interface WordInSentence {
  /** As `wordsThatCount` has it. */
  readonly word: string
  /** A comma, a bracket, a quotation mark or a dash stands between it and the word before. */
  readonly isAfterBreak: boolean
  /** Written with a capital, and not because it opens the sentence. */
  readonly isName: boolean
}

// Words that open sentences and are no names.
const OPENERS =
  /^(?:the|an?|in|on|at|by|for|from|to|of|with|it|its|he|she|they|this|that|these|those|there|according|based|as|yes|so|thus|therefore|hence|one|both|all|both|when|where|which|who|what|you|we|i)$/i
const LEADING = /^[("“”'‘’[\-–—*]+/
// Each run is tried from its start alone, which keeps the search linear.
const TRAILING = /(?<![.,;:)"“”'’\]\-–—*])[.,;:)"“”'’\]\-–—*]+$/
// The stop of `St.` parts nothing.
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
