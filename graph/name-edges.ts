/** The two edges between a unit and a name, and the weight that depends on whether the unit is the only one. */
import { LONE_FACTOR, type Weights } from './mention-weights.ts'
import type { WeightedGraph } from './rank/weighted-graph.ts'

export function join(edges: WeightedGraph, unit: number, name: number, { toName, toUnit }: Weights): void {
  const units = edges.degree(name)
  if (units === 1) scaleFirst(edges, name, 1 / LONE_FACTOR)
  edges.appendEdge(unit, name, units === 0 ? toName * LONE_FACTOR : toName)
  edges.appendEdge(name, unit, toUnit)
}

/** Takes away the edge from the name; the unit's own edges are taken by the caller, all at once. Returns how many units still have the name. */
export function part(edges: WeightedGraph, unit: number, name: number): number {
  edges.removeEdge(name, unit)
  const units = edges.degree(name)
  if (units === 1) scaleFirst(edges, name, LONE_FACTOR)
  return units
}

/** Scales the edge from the first unit of a name: it becomes, or is no longer, the only one. */
function scaleFirst(edges: WeightedGraph, name: number, factor: number): void {
  const unit = edges.neighbours(name)[0]!
  edges.setEdge(unit, name, edges.weight(unit, name) * factor)
}
