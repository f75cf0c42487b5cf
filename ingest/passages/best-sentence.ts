/** The sentence of a passage that shares most with a question: what a passage hit shows and marks on its page. */
import { sentences, words } from '../../core/index.ts'
import type { Span } from '../paper-body.ts'

/**
 * Offsets into `passage`. A shared word counts by its rarity among the passage's sentences, and long sentences have to
 * share more. With nothing shared: the first sentence. An empty passage gives an empty span.
 */
export function bestSentence(question: string, passage: string): Span {
  const spans = sentences(passage)
  const asked = new Set(words(question))
  const sets = spans.map(({ start, end }) => new Set(words(passage.slice(start, end))))
  const holders = new Map<string, number>()
  for (const set of sets) for (const word of set) holders.set(word, (holders.get(word) ?? 0) + 1)
  let best: Span = spans[0] ?? { start: 0, end: 0 }
  let highest = 0
  for (const [i, set] of sets.entries()) {
    let shared = 0
    for (const word of asked)
      if (set.has(word)) shared += Math.log(1 + sets.length / (holders.get(word) ?? 1))
    // Chosen, not measured: a mild brake on length, as b does in BM25.
    const score = shared / Math.sqrt(8 + set.size)
    if (score <= highest) continue
    highest = score
    best = spans[i] ?? best
  }
  return best
}
