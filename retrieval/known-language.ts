/** Does an embedder know the language that a question is asked in? If not, its vectors say nothing, and words alone rank. */
import { languageName, languageOfQuestion } from '../core/index.ts'
import type { CandidateSource } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'

/**
 * ISO 639-3 code of the question's language where the embedder does not know it, else null. Of the languages that the corpus holds the most
 * likely one: a corpus of English papers is asked in English.
 */
export async function unknownLanguage(
  question: string,
  {
    index,
    embedder,
  }: { readonly index: Pick<CandidateSource, 'languages'>; readonly embedder: Pick<Embedder, 'languages'> },
): Promise<string | null> {
  if (embedder.languages === undefined) return null
  const held = await index.languages()
  if (held.length === 0) return null
  const asked = languageOfQuestion(question, held)
  return embedder.languages.includes(asked) ? null : asked
}

/** For people: why words alone answer, and what adds meaning. */
export function wordsAloneNote(language: string, { id }: Pick<Embedder, 'id'>): string {
  return (
    `Ranked by words alone: the question reads as ${languageName(language)}, which the embedder ${id} does not know. ` +
    'A multilingual embedder by API (`gloss corpus embed --embedder openai`) ranks by meaning as well.'
  )
}
