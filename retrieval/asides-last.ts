/** Moves legends, acknowledgements and table rows behind text that answers about as well. */

/**
 * A text hit passes an aside ranked above it if it has more than this share of the aside's score. Chosen, not measured: a question about
 * the aside's own subject (who paid for a study) finds little else that is half as good.
 */
const SHARE = 0.5

/** Returns `hits`, given from best to worst, with the asides moved; asides and text each keep their order. */
export function asidesLast<T extends { readonly score: number; readonly isAside: boolean }>(
  hits: readonly T[],
): T[] {
  const waiting: T[] = []
  const ordered: T[] = []
  for (const hit of hits) {
    if (hit.isAside) {
      waiting.push(hit)
      continue
    }
    while (waiting[0] !== undefined && hit.score <= SHARE * waiting[0].score)
      ordered.push(...waiting.splice(0, 1))
    ordered.push(hit)
  }
  return [...ordered, ...waiting]
}
