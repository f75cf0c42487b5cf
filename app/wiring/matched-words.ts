/** The index terms that a hit shares with the question, as the question writes them: `degradation` and not `degrad`. */
import { ENGLISH, wordsIn } from '../../core/index.ts'
import type { Why } from '../../retrieval/index.ts'
import type { AnswerHit } from './retrieve-shapes.ts'

const WORD = /[\p{L}\p{N}]+/gu

/** `language`: of the hit, ISO 639-3. */
export function withMatchedWords(
  { terms, ...why }: Why,
  query: string,
  language: string = ENGLISH,
): AnswerHit['why'] {
  if (terms === undefined) return why
  const written = new Map<string, string>()
  for (const [word] of query.matchAll(WORD))
    for (const term of wordsIn(word, language)) if (!written.has(term)) written.set(term, word)
  return { ...why, terms: terms.map(({ term, score }) => ({ term, score, word: written.get(term) ?? term })) }
}
