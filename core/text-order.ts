/** In which order do two texts stand? By UTF-16 units: the same on every machine, whatever its language. */

/** Below 0, 0 or above 0, as `sort` asks for it. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
