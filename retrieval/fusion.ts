/** Combines word scores and cosines into one score. Pure functions over parallel arrays. */
import { compareText } from '../core/index.ts'
import type { Candidates, Range } from '../index/index.ts'

/** Combines the word scores and cosines of candidates into one score each, in the order of the candidates. */
export type Fusion = (candidates: Candidates) => Float64Array

/**
 * Weight of the cosine in the coverage fusion, next to the covered share of the question. Chosen on SciFact, CovidQA, MuSiQue and
 * HotpotQA with both embedders; by halves: docs/decisions/2026-11-21-fusion-by-coverage.md.
 */
export const COSINE_WEIGHT = 0.6

/**
 * Share of the word score in the convex fusion. .4 has the best mean nDCG@10 over SciFact, CovidQA, MuSiQue and HotpotQA (.736 against .705
 * for reciprocal rank fusion). It was chosen on the training halves of those sets.
 */
export const WORD_SHARE = 0.4

/** 60 is the value of the source: Cormack, Clarke and Büttcher, SIGIR 2009, section 1. */
export const RANK_DAMPING = 60

/**
 * Returns share x minmax(words) + (1 - share) x minmax(cosine), each scaled by the lowest and highest score over the whole corpus, so that
 * 0 is the worst unit of that side and 1 the best. A side whose scores are all equal counts 0.
 */
export function convexFusion(wordShare = WORD_SHARE): Fusion {
  if (!(wordShare >= 0 && wordShare <= 1))
    throw new RangeError(`the word share must be within 0 and 1, got ${wordShare}`)
  return ({ words, cosines, wordRange, cosineRange }) =>
    Float64Array.from(
      words,
      (score, i) => wordShare * scaled(score, wordRange) + (1 - wordShare) * scaled(cosines[i]!, cosineRange),
    )
}

/**
 * Returns BM25 divided by the most that the question's terms could score, plus weight x cosine. Neither side is stretched to the range of
 * the candidates, so words count less if no unit covers a long question, and cosines count less if all units are alike. Scores of different
 * questions can be compared.
 */
export function coverageFusion(cosineWeight = COSINE_WEIGHT): Fusion {
  return ({ words, cosines, wordsPossible }) => {
    const scores = new Float64Array(words.length)
    for (let at = 0; at < scores.length; at++)
      scores[at] = (wordsPossible > 0 ? words[at]! / wordsPossible : 0) + cosineWeight * cosines[at]!
    return scores
  }
}

/** Returns the sum over both sides of 1 / (k + rank), rank from 1; a unit without a matching word has no rank by words. */
export function reciprocalRankFusion(k = RANK_DAMPING): Fusion {
  if (!(k > 0)) throw new RangeError(`k must be above 0, got ${k}`)
  return ({ units, words, cosines }) => {
    const byWords = ranks(words, units)
    const byCosine = ranks(cosines, units)
    return Float64Array.from(
      words,
      (score, i) => (score > 0 ? 1 / (k + byWords[i]!) : 0) + 1 / (k + byCosine[i]!),
    )
  }
}

function scaled(score: number, { lowest, highest }: Range): number {
  return highest > lowest ? (score - lowest) / (highest - lowest) : 0
}

function ranks(scores: Float32Array, units: readonly string[]): Uint32Array {
  const order = [...scores.keys()].sort(
    (a, b) => scores[b]! - scores[a]! || compareText(units[a]!, units[b]!),
  )
  const rank = new Uint32Array(scores.length)
  for (const [place, i] of order.entries()) rank[i] = place + 1
  return rank
}
