/** The best of some hundred scores: hits are a tenth of the candidates, so that most of them need no place in the order. */

/** Places of the `count` highest scores, best first. Equal ones by `compare`, else in their order. */
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
