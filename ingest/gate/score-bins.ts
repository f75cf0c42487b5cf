/** Sorts scores into bins that never straddle the cut-off, for both forms of the histogram. */
import type { GateRecord } from '../../corpus/index.ts'
import { isKept } from './records.ts'

export interface ScoreBin {
  /** Limits of the scores, above `from` and up to `to`: a score equal to the cut-off is dropped, and is in the bin below it. */
  readonly from: number
  readonly to: number
  readonly kept: number
  readonly dropped: number
}

export interface ScoreBins {
  readonly cutoff: number
  readonly bins: readonly ScoreBin[]
}

type ScoredRecord = Pick<GateRecord, 'score' | 'cutoff' | 'keep' | 'overruled'>

/** Returns about `count` bins of equal width, none for no records. All records must share policy, topic and embedder, and so a cut-off. */
export function binScores(records: readonly ScoredRecord[], count: number): ScoreBins {
  const cutoff = records[0]?.cutoff ?? 0
  if (records.length === 0) return { cutoff, bins: [] }
  let [low, high] = [cutoff, cutoff]
  for (const { score } of records) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  const width = high === low ? 1 : (high - low) / count
  // Edges are multiples of the width from the cut-off, so that it is one of them.
  const first = Math.floor((low - cutoff) / width - 1e-9)
  const last = Math.max(Math.ceil((high - cutoff) / width - 1e-9), first + 1)
  const kept = new Array<number>(last - first).fill(0)
  const dropped = new Array<number>(last - first).fill(0)
  for (const record of records) {
    const place = Math.ceil((record.score - cutoff) / width - 1e-9) - 1 - first
    const side = isKept(record) ? kept : dropped
    side[Math.min(Math.max(place, 0), last - first - 1)]! += 1
  }
  return {
    cutoff,
    bins: kept.map((keptCount, index) => ({
      from: cutoff + (first + index) * width,
      to: cutoff + (first + index + 1) * width,
      kept: keptCount,
      dropped: dropped[index]!,
    })),
  }
}
