/** Finds the names that occur in the same units as another one. */
import { compareText } from '../../core/index.ts'
import type { NameGraph } from '../name-graph.ts'

export interface NeighbourName {
  readonly name: string
  /** Number of units with both. */
  readonly units: number
  /** Units with both, divided by the geometric mean of the units with each: 1 if the two never occur apart. */
  readonly strength: number
}

/** Returns the neighbours, strongest first. Cost: the names of all units with the name. */
export function neighbourNames(graph: NameGraph, node: number, count: number): NeighbourName[] {
  const { degrees } = graph.view()
  const together = new Map<number, number>()
  for (const unit of adjacentNodes(graph, node))
    for (const name of adjacentNodes(graph, unit))
      if (name !== node) together.set(name, (together.get(name) ?? 0) + 1)
  const found = [...together].map(([other, units]) => ({
    name: graph.nameAt(other)!,
    units,
    strength: units / Math.sqrt(degrees[node]! * degrees[other]!),
  }))
  found.sort((a, b) => b.strength - a.strength || b.units - a.units || compareText(a.name, b.name))
  return found.slice(0, count)
}

/** Returns a name's units or a unit's names. */
export function adjacentNodes(graph: NameGraph, node: number): Uint32Array {
  const { starts, degrees, targets } = graph.view()
  return targets.subarray(starts[node]!, starts[node]! + degrees[node]!)
}
