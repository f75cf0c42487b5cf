/** Finds the place in a paper on which a synthesised statement rests: the run of sentences that shares most of its words. */
import { countsOf, ENGLISH, wordsIn } from '../../core/index.ts'
import type { TextRange } from '../paper-body.ts'
import type { PaperSentence } from './paper-sentences.ts'

const MAX_SENTENCES = 3
/**
 * Minimum share of a statement's weighted words in three neighbouring sentences that it restates; with less it may draw on
 * the whole paper, and then no place is better than a wrong one. Chosen, not measured.
 */
const MIN_SHARE = 0.5

/**
 * Returns null if no run of one to three neighbouring sentences contains enough of the statement. Among equals the shortest run wins,
 * then the first. `language` is that of the sentences.
 */
export function placeOf(
  statement: string,
  sentences: readonly PaperSentence[],
  language: string = ENGLISH,
): TextRange | null {
  const weights = rarities(sentences)
  const wanted = [...new Set(wordsIn(statement, language))]
  if (wanted.length === 0) return null
  const rarest = Math.log(1 + sentences.length)
  const total = wanted.reduce((sum, term) => sum + (weights.get(term) ?? rarest), 0)
  let best: TextRange | null = null
  let highest = MIN_SHARE
  let shortest = Number.POSITIVE_INFINITY
  for (const [from, first] of sentences.entries()) {
    const held = new Set<string>()
    for (const [place, sentence] of sentences.slice(from, from + MAX_SENTENCES).entries()) {
      if (sentence.block !== first.block) break
      for (const term of sentence.terms) held.add(term)
      const share = wanted.reduce((sum, term) => sum + (held.has(term) ? weights.get(term)! : 0), 0) / total
      if (share < highest || (share === highest && place >= shortest)) continue
      highest = share
      shortest = place
      best = { start: first.start, end: sentence.end }
    }
  }
  return best
}

/** Returns inverse sentence frequencies: a word of every sentence does not help to locate anything. */
function rarities(sentences: readonly PaperSentence[]): ReadonlyMap<string, number> {
  const frequency = countsOf(sentences.flatMap(({ terms }) => [...new Set(terms)]))
  return new Map([...frequency].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]))
}
