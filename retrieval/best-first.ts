/** Selects the best of some hundred scores. Hits are a tenth of the candidates, so most candidates need no exact rank. */

/** Returns the indexes of the `count` highest scores, best first. Ties are ordered by `compare`, then by index. */
export function bestFirst(
  scores: Float64Array,
  count: number,
  compare: (one: number, other: number) => number = (one, other) => one - other,
): number[] {
  const lowest = scores.length > count ? scores.toSorted()[scores.length - count]! : Number.NEGATIVE_INFINITY
  const places: number[] = []
  for (let place = 0; place < scores.length; place++) if (scores[place]! >= lowest) places.push(place)
  return places.sort((one, other) => scores[other]! - scores[one]! || compare(one, other)).slice(0, count)
}
