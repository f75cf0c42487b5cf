/** Compares texts by UTF-16 units: the same order on every machine, whatever its language. */

/** Returns a number below 0, 0 or above 0, for `sort`. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
