/** Measures how similar two rankings of the same question are. */

/** Returns the share of the members of both lists that are in both; 1 for two empty lists. Order does not count. */
export function jaccard(first: readonly string[], second: readonly string[]): number {
  const members = new Set(first)
  const others = new Set(second)
  const common = [...members].filter((member) => others.has(member)).length
  const all = members.size + others.size - common
  return all === 0 ? 1 : common / all
}

/** The first ten hits have 85.6 % of the weight (Webber et al., equation 21). */
const PERSISTENCE = 0.9

/**
 * Returns the rank-biased overlap, extrapolated from the seen ranks: 1 for the same ranking, 0 for rankings without a common member; early
 * ranks count most. `PERSISTENCE` is the chance that a reader continues to the next rank. Lists may differ in length; members do not
 * repeat. Source: Webber, Moffat and Zobel 2010, A similarity measure for indefinite rankings, equation 32.
 */
export function rankBiasedOverlap(first: readonly string[], second: readonly string[]): number {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first]
  if (long.length === 0) return 1
  if (short.length === 0) return 0
  const overlaps = overlapsByDepth(short, long)
  const shortOverlap = overlaps[short.length - 1] as number
  let sum = 0
  for (const [at, overlap] of overlaps.entries()) {
    const depth = at + 1
    const weight = PERSISTENCE ** depth
    sum += (overlap / depth) * weight
    if (depth > short.length)
      sum += ((shortOverlap * (depth - short.length)) / (depth * short.length)) * weight
  }
  const longOverlap = overlaps[long.length - 1] as number
  const rest = (longOverlap - shortOverlap) / long.length + shortOverlap / short.length
  return ((1 - PERSISTENCE) / PERSISTENCE) * sum + rest * PERSISTENCE ** long.length
}

/** Returns for each depth of the longer list how many members both have up to there. */
function overlapsByDepth(short: readonly string[], long: readonly string[]): number[] {
  const seen = new Set<string>()
  let common = 0
  return long.map((member, at) => {
    for (const one of at < short.length ? [member, short[at] as string] : [member]) {
      if (seen.has(one)) common++
      seen.add(one)
    }
    return common
  })
}
