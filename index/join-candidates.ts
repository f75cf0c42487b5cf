/** Joins the candidates of one question from two calls: those that were found, and those that were requested by id. */
import type { Candidates } from './ports.ts'

/** The ranges are those of `found`, except that the highest cosine is over both. For a unit in both, `found` wins. */
export function joinCandidates(found: Candidates, named: Candidates): Candidates {
  const known = new Set(found.units)
  const fresh = [...named.units.keys()].filter((at) => !known.has(named.units[at]!))
  const both = <Item>(one: ArrayLike<Item>, other: ArrayLike<Item>) => [
    ...Array.from(one),
    ...fresh.map((at) => other[at]!),
  ]
  const { lowest, highest } = found.cosineRange
  return {
    ...found,
    units: both(found.units, named.units),
    papers: both(found.papers, named.papers),
    words: Float32Array.from(both(found.words, named.words)),
    cosines: Float32Array.from(both(found.cosines, named.cosines)),
    cosineRange: { lowest, highest: Math.max(highest, named.cosineRange.highest) },
  }
}
