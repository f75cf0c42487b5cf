/** Reduces hits to one per place: a unit, its passage and the next passage, which begins with its last sentence, are one place. */

/** The part of a hit that says where it is in a paper. */
export interface HitPlace {
  readonly paper: string
  /** UTF-16 offsets into the paper's text; null if the place is unknown, in which case the hit overlaps nothing. */
  readonly span: readonly [start: number, end: number] | null
}

/** The hit that represents a place, with the lower-ranked hits of the same place. */
export interface Place<Hit> {
  readonly hit: Hit
  /** In rank order; empty for most places. */
  readonly joined: readonly Hit[]
}

/**
 * Hits to request for each of k places: a passage may overlap its units and two neighbours, yet none of 128 questions to papers had fewer
 * than k hits left, k 3, 5 or 10 (`short` in docs/decisions/2026-11-22-places-once.md).
 */
export const HITS_PER_PLACE = 3

/** Groups hits, given best first: the best one represents its place, and every lower one that overlaps it joins that place. */
export function distinctPlaces<Hit extends HitPlace>(hits: readonly Hit[]): Place<Hit>[] {
  const places: { readonly hit: Hit; readonly joined: Hit[] }[] = []
  for (const hit of hits) {
    const known = places.find((place) => isSamePlace(place.hit, hit))
    if (known === undefined) places.push({ hit, joined: [] })
    else known.joined.push(hit)
  }
  return places
}

/**
 * Returns whether two hits are of one paper and share some text. Neighbours that only touch stay apart: joined hits are not shown, and with
 * them joined, or all within 100 characters, fewer answers are in the first five and ten hits (docs/decisions/2026-11-22-places-once.md).
 */
export function isSamePlace(one: HitPlace, other: HitPlace): boolean {
  if (one.paper !== other.paper || one.span === null || other.span === null) return false
  return one.span[0] < other.span[1] && other.span[0] < one.span[1]
}
