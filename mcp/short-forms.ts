/** Short forms of what may be long, each with a mark that says that it was shortened. */
import { countTokens } from './count-tokens.ts'

// 48 bits: two papers of a corpus of a million begin alike once in 500 corpora, and are then refused by name.
const ID_DIGITS = 12
const LINE_TOKENS = 50
const AUTHORS_SHOWN = 6
const AUTHOR_TOKENS = 14

/** Every tool that takes a paper takes the beginning of its id. */
export function shortId(id: string): string {
  return id.slice(0, ID_DIGITS)
}

/** One line of at most `tokens` tokens, with an ellipsis where it was longer. */
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

/** `moreAuthors` counts those that are not shown. */
export function shortAuthors(authors: readonly string[]) {
  const shown = authors.slice(0, AUTHORS_SHOWN).map(shortAuthor)
  const moreAuthors = authors.length - shown.length
  return { authors: shown, ...(moreAuthors > 0 ? { moreAuthors } : {}) }
}

export function shortAuthor(author: string): string {
  return shortLine(author, AUTHOR_TOKENS)
}
