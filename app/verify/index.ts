export { checkSentences, type DoubtedSentence, DoubtedSentenceShape } from './check-sentences.ts'
export { quotesInText, quotesOfList, quotesOfText } from './quotes-in-text.ts'
export {
  type CheckedQuote,
  type GivenQuote,
  MOST_QUOTE_CHARACTERS,
  MOST_QUOTES,
  QuoteShape,
  VerdictShape,
  verifyQuotes,
} from './verify-quotes.ts'
