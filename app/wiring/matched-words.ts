/** The index terms that a hit shares with the question, as the question writes them: `degradation` and not `degrad`. */
import { ENGLISH, wordsIn } from '../../core/index.ts'
import type { Why } from '../../retrieval/index.ts'

export interface MatchedTerm {
  readonly term: string
  readonly score: number
  /** The first word of the question with this term; the term where none is, as for pairs of unspaced characters. */
  readonly word: string
}

export type ShownWhy = Omit<Why, 'terms'> & { readonly terms?: readonly MatchedTerm[] }

const WORD = /[\p{L}\p{N}]+/gu

/** `language`: of the hit, ISO 639-3. */
export function withMatchedWords(
  { terms, ...why }: Why,
  query: string,
  language: string = ENGLISH,
): ShownWhy {
  if (terms === undefined) return why
  const written = new Map<string, string>()
  for (const [word] of query.matchAll(WORD))
    for (const term of wordsIn(word, language)) if (!written.has(term)) written.set(term, word)
  return {
    ...why,
    terms: terms.map(({ term, score }) => ({ term, score, word: written.get(term) ?? term })),
  }
}
