/** The index terms of a question, in the languages of the units that it is asked of. */
import { languageOfQuestion, questionTerms } from '../../core/index.ts'
import { COMPOUNDING } from './compounds.ts'
import type { Postings } from './postings.ts'

export type KnownTerms = Pick<Postings, 'has' | 'compounds'>

/** With compounds, the question's own terms count three times as much as what shares a half with them: the head of a compound is a weak sign. */
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
