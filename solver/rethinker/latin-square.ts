/** In which order are n responses shown? A cyclic Latin square: over n rounds each has each place once (specs/rethinker.md 5.2). */

/** Row i is the numbers 1 to n, begun at i + 1. Throws a RangeError for n < 1. */
export function latinSquare(n: number): number[][] {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A Latin square of ${n} rows does not exist.`)
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => ((i + j) % n) + 1))
}

/** Row of a round; rounds go through the rows again and again. */
export function latinRow(n: number, round: number): number[] {
  return latinSquare(n)[round % n] ?? []
}
