/** Returns a question's index terms, in the languages of the units to be searched. */
import { languageOfQuestion, questionTerms } from '../../core/index.ts'
import { COMPOUNDING } from './compounds.ts'
import type { Postings } from './postings.ts'

export type KnownTerms = Pick<Postings, 'has' | 'compounds'>

/** With compounds, the question's own terms count three times as much as related compounds, because a compound's head is weak evidence. */
export function termsOfQuestion(
  question: string,
  languages: readonly string[],
  { has, compounds }: KnownTerms,
): string[] {
  const terms = questionTerms(question, languages, has)
  if (!languages.some((code) => COMPOUNDING.has(code))) return terms
  if (!COMPOUNDING.has(languageOfQuestion(question, languages))) return terms
  return [...terms, ...terms, ...terms, ...new Set(terms.flatMap(compounds))]
}
