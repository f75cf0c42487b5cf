/** Detects a question in a language that the embedder does not know. Its vectors are then meaningless, and words alone rank. */
import { languageName, languageOfQuestion } from '../core/index.ts'
import type { CandidateSource } from '../index/index.ts'
import type { Embedder } from '../models/index.ts'

/**
 * Returns the ISO 639-3 code of the question's language if the embedder does not know it, else null. Only languages of the corpus are
 * considered: a corpus of English papers is asked in English.
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

/** Returns the note for users: why words alone rank, and how to add semantic search. */
export function wordsAloneNote(language: string, { id }: Pick<Embedder, 'id'>): string {
  return (
    `Ranked by words alone: the question reads as ${languageName(language)}, which the embedder ${id} does not know. ` +
    'A multilingual embedder by API (`gloss corpus embed --embedder openai`) ranks by meaning as well.'
  )
}
