/** Shortens values that may be long, and marks the shortened ones. */
import { countTokens } from './count-tokens.ts'

// 48 bits: in one of 500 corpora of a million papers two ids begin alike; their short id is then refused.
const ID_DIGITS = 12
const LINE_TOKENS = 50
const AUTHORS_SHOWN = 6
const AUTHOR_TOKENS = 14

/** Returns the beginning of a paper's id, which every tool accepts for the paper. */
export function shortId(id: string): string {
  return id.slice(0, ID_DIGITS)
}

/** Returns one line of at most `tokens` tokens, with an ellipsis if the text was longer. */
export function shortLine(text: string, tokens = LINE_TOKENS): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (countTokens(line) <= tokens) return line
  const characters = [...line.slice(0, tokens * 8)]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (countTokens(characters.slice(0, middle).join('')) < tokens - 1) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('')}…`
}

/** Returns the first authors; `moreAuthors` counts the others. */
export function shortAuthors(authors: readonly string[]) {
  const shown = authors.slice(0, AUTHORS_SHOWN).map(shortAuthor)
  const moreAuthors = authors.length - shown.length
  return { authors: shown, ...(moreAuthors > 0 ? { moreAuthors } : {}) }
}

export function shortAuthor(author: string): string {
  return shortLine(author, AUTHOR_TOKENS)
}
