import { sentences } from '../core/index.ts'

const MAX_PIECE_CHARACTERS = 3_000
const PIECE_CHARACTERS = 1_000

/** Splits long quotations into pieces to search, because comparing costs the square of a length. */
export function splitQuote(quote: string): string[] {
  if (quote.length <= MAX_PIECE_CHARACTERS) return [quote]
  const pieces: string[] = ['']
  for (const { start, end } of sentences(quote)) {
    if (pieces.at(-1)!.length > PIECE_CHARACTERS) pieces.push('')
    pieces[pieces.length - 1] += `${quote.slice(start, end)} `
  }
  return pieces.flatMap((piece) => piece.match(new RegExp(`.{1,${MAX_PIECE_CHARACTERS}}`, 'gsu')) ?? [])
}

/** Returns whether no word crosses `at`. */
export function isBoundary(text: string, at: number): boolean {
  return !(/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at] ?? ''))
}
