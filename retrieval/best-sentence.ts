/** Which sentence of a passage answers the question best? So that a hit can show it and a page can mark it. */
import { type SentenceSpan, sentences, words } from '../core/index.ts'

/** A text cut into sentences with their index terms; made once, asked many times. */
export interface TermedSentences {
  readonly spans: readonly SentenceSpan[]
  readonly terms: readonly ReadonlySet<string>[]
}

export function termedSentences(text: string): TermedSentences {
  const spans = sentences(text)
  return { spans, terms: spans.map(({ start, end }) => new Set(words(text.slice(start, end)))) }
}

/**
 * The sentence with the most of the question's terms, a term counting more the fewer sentences of the text have it:
 * sum of log(1 + sentences / sentences with the term). The earlier one wins a tie; null for an empty text.
 */
export function bestSentence(
  queryTerms: readonly string[],
  { spans, terms }: TermedSentences,
): SentenceSpan | null {
  const distinct = [...new Set(queryTerms)]
  const weights = distinct.map((term) => {
    const having = terms.reduce((sum, set) => sum + (set.has(term) ? 1 : 0), 0)
    return having === 0 ? 0 : Math.log(1 + terms.length / having)
  })
  let best: SentenceSpan | null = spans[0] ?? null
  let highest = 0
  for (const [i, set] of terms.entries()) {
    const score = distinct.reduce((sum, term, t) => sum + (set.has(term) ? weights[t]! : 0), 0)
    if (score <= highest) continue
    highest = score
    best = spans[i]!
  }
  return best
}
