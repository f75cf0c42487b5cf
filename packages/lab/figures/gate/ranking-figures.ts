/** Measures how well scores separate on-topic texts from others. */
export interface Judged {
  readonly on: boolean
  readonly score: number
}

export interface AtCutoff {
  readonly precision: number
  readonly recall: number
}

/** Returns the probability that an on-topic text scores above an off-topic one; ties count half. */
export function areaUnderCurve(items: readonly Judged[]): number {
  const sorted = items.toSorted((a, b) => a.score - b.score)
  let [on, off, wins] = [0, 0, 0]
  for (let start = 0; start < sorted.length; ) {
    let end = start
    let [onHere, offHere] = [0, 0]
    for (; end < sorted.length && sorted[end]!.score === sorted[start]!.score; end++) {
      if (sorted[end]!.on) onHere++
      else offHere++
    }
    wins += onHere * (off + offHere / 2)
    on += onHere
    off += offHere
    start = end
  }
  return wins / (on * off)
}

/** Computes precision and recall; precision is 1 if nothing is kept. */
export function atCutoff(items: readonly Judged[], cutoff: number): AtCutoff {
  const kept = items.filter(({ score }) => score > cutoff)
  const hits = kept.filter(({ on }) => on).length
  return {
    precision: kept.length === 0 ? 1 : hits / kept.length,
    recall: hits / items.filter(({ on }) => on).length,
  }
}
