export { checkSentences, type DoubtedSentence } from './check-sentences.ts'
export { markAnswer } from './mark-answer.ts'
export {
  MARK_FORMATS,
  type MarkedSpan,
  markedPaper,
  saveMarks,
} from './marked-places.ts'
export { type CheckedQuotes, type ConfirmedProof, confirmProof, makeProof } from './proof.ts'
export { quotesInText, quotesOfList, quotesOfText, withCitedPapers } from './quotes-in-text.ts'
export {
  type CheckedQuote,
  MAX_QUOTE_CHARACTERS,
  MAX_QUOTES,
  type QuoteInput,
  QuoteShape,
  VerdictShape,
  verifyQuotes,
} from './verify-quotes.ts'
