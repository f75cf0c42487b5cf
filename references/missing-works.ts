/** Finds works that papers of a corpus cite but the corpus lacks: entries of several lists that are one work are counted once. */
import type { CitingPaper, ReferenceEntry } from './read-list.ts'
import { keysOfReference } from './work-keys.ts'

export interface MissingWork {
  readonly papers: readonly string[]
  /** The most complete of its references. */
  readonly reference: ReferenceEntry
}

/** Returns the missing works, those cited by most papers first. `cites` has the paper that each entry was linked to. */
export function missingWorks(
  papers: readonly CitingPaper[],
  cites: ReadonlyMap<string, readonly (string | null)[]>,
): MissingWork[] {
  const cited = papers.flatMap(({ id, entries }) =>
    entries.flatMap((entry, at) => (cites.get(id)?.[at] == null ? [{ paper: id, entry }] : [])),
  )
  const works = joined(cited.map(({ entry }) => keysOfReference(entry.raw, entry.fields).keys))
  return [...Map.groupBy(cited, (_, at) => works(at)).values()]
    .map((same) => ({
      papers: [...new Set(same.map(({ paper }) => paper))].toSorted(),
      reference: same.reduce(
        (best, { entry }) => (fieldCount(entry) > fieldCount(best) ? entry : best),
        same[0]!.entry,
      ),
    }))
    .toSorted((a, b) => b.papers.length - a.papers.length || (a.reference.raw < b.reference.raw ? -1 : 1))
}

function fieldCount({ fields }: ReferenceEntry): number {
  return Object.keys(fields).length
}

/** Returns the group of each set of keys: sets with a common key are in one group, directly or through other sets. */
function joined(sets: readonly (readonly string[])[]): (at: number) => number {
  const parents = sets.map((_, at) => at)
  const top = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root]!
    parents[at] = root
    return root
  }
  const firstOf = new Map<string, number>()
  for (const [at, keys] of sets.entries())
    for (const key of keys) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, at)
      else parents[top(at)] = top(first)
    }
  return top
}
