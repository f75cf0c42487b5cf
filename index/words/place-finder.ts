/** Finds which of some rows have a term, by reading whichever is shorter: the postings of the term, or the rows. */
import { type PostingRange, placeOf } from './lost-postings.ts'

// Steps of a binary search. Chosen, not measured.
const STEPS_OF_A_SEARCH = 12

/** Returns, for the postings of each term, the indices in `rows` of those that have it. Rows are distinct; -1 is a row without terms. */
export type PlaceFinder = (
  terms: readonly (readonly PostingRange[])[],
  rows: readonly number[],
  rowCount: number,
) => number[][]

export function createPlaceFinder(): PlaceFinder {
  // Index of each requested row, from 1; all 0 between two calls.
  let places = new Uint32Array(0)
  return (terms, rows, rowCount) => {
    if (places.length < rowCount) places = new Uint32Array(2 * rowCount)
    for (const [place, row] of rows.entries()) if (row >= 0) places[row] = place + 1
    const found = terms.map((ranges) => ranges.flatMap((range) => placesIn(range, rows, places)))
    for (const row of rows) if (row >= 0) places[row] = 0
    return found
  }
}

function placesIn(range: PostingRange, rows: readonly number[], places: Uint32Array): number[] {
  const found: number[] = []
  if (range.end - range.start > STEPS_OF_A_SEARCH * rows.length) {
    for (const [place, row] of rows.entries()) if (placeOf(row, range) >= 0) found.push(place)
    return found
  }
  for (let at = range.start; at < range.end; at++) {
    const place = places[range.rows[at]!]!
    if (place > 0) found.push(place - 1)
  }
  return found
}
