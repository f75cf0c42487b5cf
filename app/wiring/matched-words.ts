/** The index terms that a hit shares with the question, as the question writes them: `degradation` and not `degrad`. */
import { wordsIn } from '../../core/index.ts'
import type { Why } from '../../retrieval/index.ts'
import type { AnswerHit } from './retrieve-shapes.ts'

const WORD = /[\p{L}\p{N}]+/gu

/** How the question writes each index term of a language, ISO 639-3: the first of several ways. */
export function writtenWords(query: string, language: string): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const [word] of query.matchAll(WORD))
    for (const term of wordsIn(word, language)) if (!written.has(term)) written.set(term, word)
  return written
}

/** `written`: in the language of the hit; asked for where the hit is explained. */
export function withMatchedWords(
  { terms, ...why }: Why,
  written: () => ReadonlyMap<string, string>,
): AnswerHit['why'] {
  if (terms === undefined) return why
  const words = written()
  return { ...why, terms: terms.map(({ term, score }) => ({ term, score, word: words.get(term) ?? term })) }
}
