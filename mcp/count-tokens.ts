/** How many tokens a text takes, at the most: what the budget of an answer is counted with. */

/** Words by their case, runs of digits, white space, and everything else by the character. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|[^\sA-Za-z\d]/gu
const VOWEL = /[aeiouy]/i
const LETTERS_PER_TOKEN = 4
/** Of sequences, formulas and short forms, which no vocabulary has. */
const CODE_LETTERS_PER_TOKEN = 1.6
const DIGITS_PER_TOKEN = 2
const ASCII_END = 0x80
/** UTF-8 bytes: the worst a byte-pair vocabulary does to a character that it does not know. */
const TOKENS_OF_RARE = 4
const TOKENS_OF_OTHER = 2

/**
 * Tokens of a text, counted high: no tokenizer is asked, because every model has its own. Of 6,941 texts as answers hold them it was never
 * below the greater count of o200k_base and cl100k_base (gpt-tokenizer 4), and in the median a third above it: docs/mcp.md, "Answers".
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
