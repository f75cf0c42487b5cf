/** One score from two: how word scores and cosines are joined. Pure functions over parallel arrays. */
import { compareText } from '../core/index.ts'
import type { Candidates, Range } from '../index/index.ts'

/** Joins the two sides of some candidates into one score each, in the order of the candidates. */
export type Fusion = (candidates: Candidates) => Float64Array

/**
 * Weight of the cosine in the coverage fusion, next to the covered share of the question. Chosen on SciFact, CovidQA, MuSiQue and
 * HotpotQA with both embedders; by halves: docs/decisions/2026-11-21-fusion-by-coverage.md.
 */
export const COSINE_WEIGHT = 0.6

/**
 * Share of the word score in the convex fusion. .4 has the best mean nDCG@10 over SciFact, CovidQA,
 * MuSiQue and HotpotQA (.736 against .705 for reciprocal rank fusion). Those sets' training halves chose it.
 */
export const WORD_SHARE = 0.4

/** 60 is the value of the source: Cormack, Clarke and Büttcher, SIGIR 2009, section 1. */
export const RANK_DAMPING = 60

/**
 * share x minmax(words) + (1 - share) x minmax(cosine), each scaled by the lowest and highest score over the whole corpus,
 * so that 0 is the worst unit and 1 the best one of that side. A side without spread counts 0 for all.
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
 * BM25 over what the question's terms could score at most, plus weight x cosine. Neither side is stretched to the answers at hand, so
 * each counts as much as it says: words less where no unit covers a long question, cosines less where all units are alike.
 * Scores of different questions can be compared.
 */
export function coverageFusion(cosineWeight = COSINE_WEIGHT): Fusion {
  return ({ words, cosines, wordsPossible }) => {
    const scores = new Float64Array(words.length)
    for (let at = 0; at < scores.length; at++)
      scores[at] = (wordsPossible > 0 ? words[at]! / wordsPossible : 0) + cosineWeight * cosines[at]!
    return scores
  }
}

/** Sum over both sides of 1 / (k + rank), rank from 1; a unit that no word matches has no rank by words. */
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
