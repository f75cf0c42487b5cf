/** Estimates the tokens of a text from above, for the budget of an answer. */

/** Matches words by case, runs of digits, white space, and any other single character. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|[^\sA-Za-z\d]/gu
const VOWEL = /[aeiouy]/i
const LETTERS_PER_TOKEN = 4
/** For sequences, formulas and abbreviations, which no vocabulary contains. */
const CODE_LETTERS_PER_TOKEN = 1.6
const DIGITS_PER_TOKEN = 2
const ASCII_END = 0x80
/** UTF-8 bytes: the worst case of a byte-pair vocabulary for an unknown character. */
const TOKENS_OF_RARE = 4
const TOKENS_OF_OTHER = 2

/**
 * Returns an upper estimate of a text's tokens, without a tokenizer, because every model has its own. For 6,941 texts from answers it was
 * never below the greater count of o200k_base and cl100k_base (gpt-tokenizer 4), and in the median a third above: docs/mcp.md, "Answers".
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece)
  return tokens
}

function tokensOf(piece: string): number {
  const code = piece.charCodeAt(0)
  if (code >= ASCII_END) return piece.length > 1 ? TOKENS_OF_RARE : TOKENS_OF_OTHER
  if (piece === ' ') return 0
  if (code >= 0x30 && code <= 0x39) return Math.ceil(piece.length / DIGITS_PER_TOKEN)
  if (!/^[A-Za-z]/.test(piece)) return 1
  const isWord = VOWEL.test(piece) && /[a-z]/.test(piece)
  return Math.ceil(piece.length / (isWord ? LETTERS_PER_TOKEN : CODE_LETTERS_PER_TOKEN))
}
