/** Implements the policies of the gate, as pure functions of a paper's scores. */
import type { GatePolicy } from '../../corpus/index.ts'
import { type GateScores, rawContrast } from './contrast-score.ts'
import { cosine } from './similarity.ts'
import type { Cutoffs } from './topic.ts'
import type { TopicVectors } from './topic-vectors.ts'

/** Eigen-1, appendix A.1: keep iff the positive cosine is above .2 and the negative one below .1, both strict. */
export const PUBLISHED_CUTOFFS = { positive: 0.2, negative: 0.1 } as const

export interface GateVerdict extends GateScores {
  readonly score: number
  readonly cutoff: number
  readonly keep: boolean
  /** Reason in snake_case; empty if `keep` is true. */
  readonly reason: string
}

/** Returns cosines with the unit-length mean of the bare positive keywords, and of the negative ones (0 if there are none). */
export function meanScores(paper: Float32Array, topic: TopicVectors): GateScores {
  return { positive: cosine(paper, topic.meanPositive), negative: cosine(paper, topic.meanNegative) }
}

/** Returns how near the paper is to the topic and how much nearer than to other fields; an average other field scores 0. */
export function contrastOf(scores: GateScores, { background }: Pick<TopicVectors, 'background'>): number {
  return rawContrast(scores.positive, scores.negative) - background
}

/** Keeps papers whose contrast, `score`, is above `cutoff`. */
export function decideContrast(
  scores: GateScores,
  score: number,
  cutoff: number,
  nearestIsNegative: boolean,
): GateVerdict {
  const keep = score > cutoff
  return {
    ...scores,
    score,
    cutoff,
    keep,
    reason: keep ? '' : nearestIsNegative ? 'near_negative' : 'off_topic',
  }
}

/**
 * Keeps papers within every given limit. `score` is the distance to the limit that is closest to being exceeded,
 * so its own cut-off is 0. With PUBLISHED_CUTOFFS this is the published rule.
 */
export function decideLimits(means: GateScores, contrast: number, cutoffs: Cutoffs): GateVerdict {
  const margins: [reason: string, margin: number][] = []
  if (cutoffs.positive !== undefined) margins.push(['off_topic', means.positive - cutoffs.positive])
  if (cutoffs.contrast !== undefined) margins.push(['off_topic', contrast - cutoffs.contrast])
  if (cutoffs.negative !== undefined) margins.push(['near_negative', cutoffs.negative - means.negative])
  const broken = margins.find(([, margin]) => margin <= 0)
  const score = Math.min(...margins.map(([, margin]) => margin))
  return { ...means, score, cutoff: 0, keep: broken === undefined, reason: broken?.[0] ?? '' }
}

/** Returns the effective policy: the requested one, else that of the topic's file, else `contrast`. */
export function policyFor(
  topic: { readonly name: string; readonly policy?: GatePolicy | undefined },
  asked?: GatePolicy,
): GatePolicy {
  if (topic.name === 'none') return 'none'
  return asked ?? topic.policy ?? 'contrast'
}
