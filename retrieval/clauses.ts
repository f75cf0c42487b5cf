/** Splits a question into clauses. A question that asks for several things may need a different unit for each. */
import { ENGLISH, wordsIn } from '../core/index.ts'
import { contentTerms } from './read-question.ts'

// A comma, colon or dash, or a conjunction. More words ("that", "which", "than") do not help (packages/lab/research/hops, half `tune`).
const BOUNDARY = /[,;:?]\s+|\s[–—-]\s|(?<!\s)\s+(?:and|but|or|while|whereas)\s+/i
/** "mice and rats" is not two clauses. 1 and 3 in place of 2: within .015 of it, R@5, packages/lab/research/hops, half `tune`. */
const MIN_CONTENT_TERMS = 2

/**
 * Returns the index terms of each clause, in order, for a question in `language`. A part too short to be a clause is joined to the next
 * one, at the end to the one before. The conjunctions are English; in another language only commas and colons separate clauses.
 */
export function clausesOf(question: string, language: string = ENGLISH): string[][] {
  const clauses: string[][] = []
  let short = ''
  for (const part of question.split(BOUNDARY)) {
    const text = `${short} ${part}`
    const isLong = contentTerms(text, language).length >= MIN_CONTENT_TERMS
    if (isLong) clauses.push(wordsIn(text, language))
    short = isLong ? '' : text
  }
  const rest = wordsIn(short, language)
  const last = clauses.pop() ?? []
  return [...clauses, [...last, ...rest]]
}
