/** One place once: a unit, the passage around it and the next passage, which begins with its last sentence, are one place of a paper. */

/** A hit with its place. */
export interface HitPlace {
  readonly paper: string
  /** UTF-16 offsets into the paper's text; null without a place, which overlaps nothing. */
  readonly span: readonly [start: number, end: number] | null
}

/** A hit that stands for its place, with the lower ones of that place. */
export interface Place<Hit> {
  readonly hit: Hit
  /** In their order; empty for most places. */
  readonly joined: readonly Hit[]
}

/**
 * Hits to ask for so that k places remain: a passage may stand with its units and two neighbours, yet none of 128 questions to papers had fewer
 * than k hits left, k 3, 5 or 10 (`short` in docs/decisions/2026-11-22-places-once.md).
 */
export const HITS_PER_PLACE = 3

/** Of hits in falling order: the best one stands for its place, and every lower one that overlaps it joins it. */
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
 * They are of one paper and share some text. Neighbours that only touch stay apart: what joins is not shown, and with them joined, or all
 * within 100 characters, fewer answers stand in the first five and ten hits (docs/decisions/2026-11-22-places-once.md).
 */
export function isSamePlace(one: HitPlace, other: HitPlace): boolean {
  if (one.paper !== other.paper || one.span === null || other.span === null) return false
  return one.span[0] < other.span[1] && other.span[0] < one.span[1]
}
