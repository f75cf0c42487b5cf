/**
 * The edges of a fact graph and their weights. Between two names: `factWeight` for each fact and unit that states it, plus the synonym's
 * part, which is below `factWeight` and rounded to 1/512 of it. Both parts can therefore be recovered from a weight, and adding and
 * subtracting leaves no rounding error.
 */
import type { Weights } from '../mention-weights.ts'
import type { WeightedGraph } from '../rank/weighted-graph.ts'
import type { FactGraphSettings } from './fact-graph-settings.ts'

const SYNONYM_STEPS = 512

export interface FactEdges {
  /** Returns the number of units of a name. */
  units(name: number): number
  /** Connects a unit to a name that has no edge to it yet. */
  join(unit: number, name: number, weights: Weights): void
  /** Removes the edge from the name; the caller removes the unit's own edges all at once. Returns how many units the name has left. */
  part(unit: number, name: number): number
  addFact(subject: number, object: number): void
  removeFact(subject: number, object: number): void
  setSynonym(one: number, other: number, cosine: number): void
  /** Removes all edges of a name that no unit has any more. */
  drop(name: number): void
}

export function createFactEdges(
  edges: WeightedGraph,
  { factWeight, loneFactor }: FactGraphSettings,
  isUnit: (node: number) => boolean,
): FactEdges {
  const unitCounts: number[] = []
  for (let node = 0; node < edges.nodes(); node++)
    if (isUnit(node))
      for (const name of edges.neighbours(node)) unitCounts[name] = (unitCounts[name] ?? 0) + 1

  /** Returns the weight of an edge. Cost: the smaller degree of the two. */
  function weightBetween(one: number, other: number): number {
    return edges.degree(one) <= edges.degree(other) ? edges.weight(one, other) : edges.weight(other, one)
  }
  function setBetween(one: number, other: number, weight: number, isNew: boolean): void {
    const set = isNew ? edges.appendEdge : edges.setEdge
    set(one, other, weight)
    set(other, one, weight)
  }
  function add(one: number, other: number, weight: number): void {
    const before = weightBetween(one, other)
    setBetween(one, other, before + weight, before === 0)
  }
  /** Scales the edge from the only unit of a name. */
  function scaleOnly(name: number, factor: number): void {
    if (loneFactor === 1) return
    const unit = edges.neighbours(name).find(isUnit)!
    edges.setEdge(unit, name, edges.weight(unit, name) * factor)
  }

  return {
    units: (name) => unitCounts[name] ?? 0,
    join(unit, name, { toName, toUnit }) {
      const before = unitCounts[name] ?? 0
      if (before === 1) scaleOnly(name, 1 / loneFactor)
      edges.appendEdge(unit, name, before === 0 ? toName * loneFactor : toName)
      edges.appendEdge(name, unit, toUnit)
      unitCounts[name] = before + 1
    },
    part(unit, name) {
      edges.removeEdge(name, unit)
      const left = (unitCounts[name] ?? 0) - 1
      unitCounts[name] = left
      if (left === 1) scaleOnly(name, loneFactor)
      return left
    },
    addFact: (subject, object) => add(subject, object, factWeight),
    removeFact(subject, object) {
      edges.removeEdge(subject, object, factWeight)
      edges.removeEdge(object, subject, factWeight)
    },
    setSynonym(one, other, cosine) {
      const before = weightBetween(one, other)
      const facts = Math.floor(before / factWeight) * factWeight
      const steps = Math.min(SYNONYM_STEPS - 1, Math.round(cosine * SYNONYM_STEPS))
      setBetween(one, other, facts + (factWeight * steps) / SYNONYM_STEPS, before === 0)
    },
    drop(name) {
      for (const other of edges.neighbours(name).slice()) edges.removeEdge(other, name)
      edges.setEdges(name, [], [])
    },
  }
}
