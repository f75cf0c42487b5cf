/** Finds known names of similar spelling, for a mistyped name, and names that contain a given part. */
import { compareText } from '../../core/index.ts'
import type { NameGraph } from '../name-graph.ts'

export interface NamedNode {
  readonly name: string
  /** Number of units with it. */
  readonly units: number
  /** Whether some unit is about it. */
  readonly isSubject: boolean
}

// Share of letter pairs in common below which two names are unrelated. Chosen, not measured.
const MIN_LIKENESS = 0.4

/** Returns the most similar names by Dice's coefficient over pairs of letters. Cost: linear in the letters of all names. */
export function namesLike(graph: NameGraph, form: string, count: number): string[] {
  const wanted = pairsOf(form)
  const likenesses = knownNames(graph)
    .map((known) => ({ ...known, likeness: likeness(wanted, pairsOf(known.name)) }))
    .filter((found) => found.likeness >= MIN_LIKENESS)
  likenesses.sort((a, b) => b.likeness - a.likeness || byUnits(a, b))
  return likenesses.slice(0, count).map(({ name }) => name)
}

/** Returns names with `part` in them: those that begin with it, then those with a word that does, then the rest; most frequent first. */
export function namesWith(graph: NameGraph, part: string, count: number): NamedNode[] {
  const found = knownNames(graph)
    .map((known) => ({ ...known, place: placeOf(part, known.name) }))
    .filter(({ place }) => place >= 0)
  found.sort((a, b) => a.place - b.place || byUnits(a, b))
  return found.slice(0, count).map(({ place: _, ...known }) => known)
}

export function knownNames(graph: NameGraph): NamedNode[] {
  const { nodes, degrees, totals } = graph.view()
  const found: NamedNode[] = []
  for (let node = 0; node < nodes; node++) {
    const name = graph.nameAt(node)
    const units = degrees[node]!
    if (name !== null) found.push({ name, units, isSubject: totals[node]! > units })
  }
  return found
}

export function byUnits(one: NamedNode, other: NamedNode): number {
  return other.units - one.units || compareText(one.name, other.name)
}

/** Returns 0 if the name begins with the part, 1 if a word of it does, 2 if the part is elsewhere, -1 if it is absent. */
function placeOf(part: string, name: string): number {
  return [name.startsWith(part), name.includes(` ${part}`), name.includes(part)].indexOf(true)
}

function pairsOf(form: string): Map<string, number> {
  const padded = ` ${form} `
  const pairs = new Map<string, number>()
  for (let i = 0; i + 1 < padded.length; i++) {
    const pair = padded.slice(i, i + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let common = 0
  let all = 0
  for (const [pair, times] of one) {
    common += Math.min(times, other.get(pair) ?? 0)
    all += times
  }
  for (const times of other.values()) all += times
  return (2 * common) / all
}
