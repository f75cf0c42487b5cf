/** Which sentence of a passage answers the question best? So that a hit can show it and a page can mark it. */
import { type SentenceSpan, sentences, words } from '../core/index.ts'

/** A text cut into sentences, and for each index term the sentences that have it; made once, asked many times. */
export interface TermedSentences {
  readonly spans: readonly SentenceSpan[]
  /** Indexes into `spans`, each once. */
  readonly having: ReadonlyMap<string, readonly number[]>
}

export function termedSentences(text: string): TermedSentences {
  const spans = sentences(text)
  const having = new Map<string, number[]>()
  for (const [i, { start, end }] of spans.entries())
    for (const term of new Set(words(text.slice(start, end)))) {
      const places = having.get(term)
      if (places === undefined) having.set(term, [i])
      else places.push(i)
    }
  return { spans, having }
}

/**
 * The sentence with the most of the question's terms, a term counting more the fewer sentences of the text have it:
 * sum of log(1 + sentences / sentences with the term). The earlier one wins a tie; null for an empty text.
 */
export function bestSentence(
  queryTerms: readonly string[],
  { spans, having }: TermedSentences,
): SentenceSpan | null {
  const scores = new Float64Array(spans.length)
  for (const term of new Set(queryTerms)) {
    const places = having.get(term)
    if (places === undefined) continue
    const weight = Math.log(1 + spans.length / places.length)
    for (const place of places) scores[place]! += weight
  }
  let best = 0
  for (let place = 1; place < scores.length; place++) if (scores[place]! > scores[best]!) best = place
  return spans[best] ?? null
}
