/** One place once: a unit and the passage around it are the same place of a paper, so a ranking shows it once. */

/** A hit with its place. */
export interface Placed {
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

/** Share of the shorter one that two spans of one place have in common. Chosen, not measured: passages overlap their neighbours by a sentence. */
const SAME_PLACE = 0.5
/**
 * Hits to ask for so that about k places remain: in the first five of 44 questions to 29 papers, 44 of 220 repeated a higher one, and at
 * worst a passage stands with two of its units.
 */
export const HITS_PER_PLACE = 3

/** Of hits in falling order: the best one stands for its place, and every lower one that overlaps it joins it. */
export function distinctPlaces<Hit extends Placed>(hits: readonly Hit[]): Place<Hit>[] {
  const places: { readonly hit: Hit; readonly joined: Hit[] }[] = []
  for (const hit of hits) {
    const known = places.find((place) => isSamePlace(place.hit, hit))
    if (known === undefined) places.push({ hit, joined: [] })
    else known.joined.push(hit)
  }
  return places
}

/** They are of one paper and share at least half of the shorter one. */
export function isSamePlace(one: Placed, other: Placed): boolean {
  if (one.paper !== other.paper || one.span === null || other.span === null) return false
  const shared = Math.min(one.span[1], other.span[1]) - Math.max(one.span[0], other.span[0])
  return shared >= SAME_PLACE * Math.min(one.span[1] - one.span[0], other.span[1] - other.span[0])
}
