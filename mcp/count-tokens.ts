/** How many tokens a text takes, at the most: what the budget of an answer is counted with. */

/** Runs of letters, runs of digits, white space, and everything else by the character. */
const PIECES = /[A-Za-z]+|\d+|\s+|[^\sA-Za-z\d]/gu
const LETTERS_PER_TOKEN = 5
const DIGITS_PER_TOKEN = 2
const ASCII_END = 0x80

/**
 * Tokens of a text, counted high: no tokenizer is asked, because every model has its own.
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece)
  return tokens
}

function tokensOf(piece: string): number {
  const code = piece.charCodeAt(0)
  if (code >= ASCII_END) return 2
  if (piece === ' ') return 0
  if (code >= 0x30 && code <= 0x39) return Math.ceil(piece.length / DIGITS_PER_TOKEN)
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / LETTERS_PER_TOKEN)
  return 1
}
