/** Which sentence of a passage answers the question best? So that a hit can show it and a page can mark it. */
import { type SentenceSpan, sentences, words } from '../core/index.ts'
import type { ParsedQuestion } from './read-question.ts'
import { signsOf } from './sentence-signs.ts'
import weights from './sentence-weights.json' with { type: 'json' }

/** A text cut into sentences, and for each index term the sentences that have it; made once, asked many times. */
export interface TermedSentences {
  readonly text: string
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
  return { text, spans, having }
}

/** The sentence with the highest score; the earlier one wins a tie; null for an empty text. */
export function bestSentence(question: ParsedQuestion, sentences: TermedSentences): SentenceSpan | null {
  const scores = sentenceFigures(question, sentences).map((figures) =>
    figures.reduce((sum, figure, at) => sum + figure * (weights[at] ?? 0), 0),
  )
  let best = 0
  for (let place = 1; place < scores.length; place++) if (scores[place]! > scores[best]!) best = place
  return sentences.spans[best] ?? null
}

/**
 * What the score is the weighted sum of, for each sentence: its share of the question's terms, and the signs of an answer. A term counts
 * more the fewer sentences of the text have it: the sum of log(1 + sentences / sentences with the term), over the greatest of the text.
 * `npm run measure sentences` fits the weights.
 */
export function sentenceFigures(
  question: ParsedQuestion,
  { text, spans, having }: TermedSentences,
): number[][] {
  const sums = new Float64Array(spans.length)
  for (const term of new Set(question.terms)) {
    const places = having.get(term)
    if (places === undefined) continue
    const weight = Math.log(1 + spans.length / places.length)
    for (const place of places) sums[place]! += weight
  }
  const most = Math.max(...sums)
  return spans.map(({ start, end }, at) => [
    most > 0 ? sums[at]! / most : 0,
    ...signsOf(text.slice(start, end).replace(/\s+/g, ' '), question),
  ])
}
