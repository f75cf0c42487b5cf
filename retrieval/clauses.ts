/** The clauses of a question. One that asks for several things may need another unit for each. */
import { words } from '../core/index.ts'
import { contentTerms } from './read-question.ts'

// A comma, colon or dash, or a word that joins. More words ("that", "which", "than") do not help (research/hops, half `tune`).
const BOUNDARY = /[,;:?]\s+|\s[–—-]\s|\s+(?:and|but|or|while|whereas)\s+/i
/** "mice and rats" is no two clauses. 1 and 3 in place of 2: within .015 of it, R@5, research/hops, half `tune`. */
const LEAST_CONTENT_TERMS = 2

/** Index terms of each clause, in their order. What is too short for a clause belongs to the next one, at the end to the one before. */
export function clausesOf(question: string): string[][] {
  const clauses: string[][] = []
  let short = ''
  for (const part of question.split(BOUNDARY)) {
    const text = `${short} ${part}`
    const isLong = contentTerms(text).length >= LEAST_CONTENT_TERMS
    if (isLong) clauses.push(words(text))
    short = isLong ? '' : text
  }
  const rest = words(short)
  const last = clauses.pop() ?? []
  return [...clauses, [...last, ...rest]]
}
