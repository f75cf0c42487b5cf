/**
 * Units, names and the facts between names as one graph in memory, used by `hipporag` and `lightrag` (specs/hipporag.md, 1.5). The data of
 * a unit are replaced and removed as a whole: any history of a corpus ends in the same graph as a fresh start, except for the numbers of
 * nodes and slots.
 */
import type { Fact, GraphUnit, Synonym } from '../../corpus/index.ts'
import { createLabels, freeNodes } from '../labels.ts'
import { type Weights, weightsOf } from '../mention-weights.ts'
import type { GraphParts } from '../rank/edge-pool.ts'
import type { GraphView } from '../rank/graph-view.ts'
import { createWeightedGraph } from '../rank/weighted-graph.ts'
import { createFactEdges } from './fact-edges.ts'
import type { FactGraphSettings } from './fact-graph-settings.ts'
import { createFactTable, type FactTable, type StatedFact } from './fact-table.ts'

/** The content of a snapshot. Labels by node, `null` for a free number. */
export interface FactGraphParts {
  readonly units: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  readonly facts: readonly (StatedFact | null)[]
  readonly edges: GraphParts
}

/** What a change may have added or removed. */
export interface TouchedFacts {
  /** Slots of facts. */
  readonly facts: Set<number>
  /** Nodes that are or were the subject or object of a fact. */
  readonly ends: Set<number>
  /** Names that were new at some time. */
  readonly names: Set<string>
}

export interface FactGraph {
  readonly facts: Pick<FactTable, 'size' | 'slots' | 'at' | 'slotsOfUnit' | 'slotsOfName'>
  unitCount(): number
  nameCount(): number
  /** Replaces the data of the unit. Cost: as for a graph of names, plus the edges of the names in facts that are stated again. */
  put(unit: Pick<GraphUnit, 'unit' | 'mentions' | 'facts'>): void
  remove(unit: string): void
  /** Ignores a pair if one of its names is not in the graph. */
  putSynonym(pair: Synonym): void
  unitNode(unit: string): number | undefined
  nameNode(name: string): number | undefined
  /** Returns the id of the unit at a node; null if the node is a name. */
  unitAt(node: number): string | null
  nameAt(node: number): string | null
  /** Returns the number of units that have the name at a node. */
  unitsWith(node: number): number
  view(): GraphView
  /** Returns what changed since the last call. */
  takeTouched(): TouchedFacts
  parts(): FactGraphParts
}

export function createFactGraph(settings: FactGraphSettings, from?: FactGraphParts): FactGraph {
  const pool = createWeightedGraph(from?.edges)
  const units = createLabels(from?.units)
  const names = createLabels(from?.names)
  const table = createFactTable(from?.facts)
  const edges = createFactEdges(pool, settings, (node) => units.label(node) !== null)
  const free = freeNodes(pool.nodes(), units, names)
  const newNode = () => free.pop() ?? pool.addNode()
  let touched = nothingTouched()

  function nameOf(name: string): number {
    const node = names.node(name) ?? newNode()
    if (names.label(node) === null) touched.names.add(name)
    names.set(node, name)
    return node
  }
  /** Calls `change` with the two nodes of a fact whose edge changes, unless the fact is about one name alone. */
  function atEnds(slot: number, fact: Fact, change: (subject: number, object: number) => void): void {
    const [subject, object] = [nameOf(fact.subject), nameOf(fact.object)]
    if (subject !== object) change(subject, object)
    touched.facts.add(slot)
    touched.ends.add(subject).add(object)
  }
  function remove(unit: string): void {
    const node = units.node(unit)
    if (node === undefined) return
    for (const { slot, fact } of table.remove(unit)) atEnds(slot, fact, edges.removeFact)
    const lost = [...pool.neighbours(node)].filter((name) => edges.part(node, name) === 0)
    for (const name of lost) edges.drop(name)
    for (const name of lost) names.remove(name)
    pool.setEdges(node, [], [])
    units.remove(node)
    free.push(node, ...lost)
  }

  return {
    facts: table,
    unitCount: units.size,
    nameCount: names.size,
    put({ unit, mentions, facts }) {
      remove(unit)
      if (facts.length === 0 && (!settings.hasMentions || mentions.length === 0)) return
      const node = newNode()
      units.set(node, unit)
      const weights = settings.hasMentions ? weightsOf(mentions) : new Map<string, Weights>()
      for (const [name, weight] of withEnds(weights, facts)) edges.join(node, nameOf(name), weight)
      for (const slot of table.put(unit, facts)) atEnds(slot, table.at(slot)!, edges.addFact)
    },
    remove,
    putSynonym({ one, other, cosine }) {
      const [a, b] = [names.node(one), names.node(other)]
      if (settings.hasSynonyms && a !== undefined && b !== undefined) edges.setSynonym(a, b, cosine)
    },
    ...{ unitNode: units.node, unitAt: units.label, nameNode: names.node, nameAt: names.label },
    unitsWith: edges.units,
    view: pool.view,
    takeTouched() {
      const taken = touched
      touched = nothingTouched()
      return taken
    },
    parts() {
      const labels = { units: units.list(pool.nodes()), names: names.list(pool.nodes()) }
      return { ...labels, facts: table.list(), edges: pool.parts() }
    },
  }
}

/** Gives a subject or object that the unit does not mention weight 1 in both directions. */
function withEnds(weights: Map<string, Weights>, facts: readonly Fact[]): Map<string, Weights> {
  for (const { subject, object } of facts)
    for (const name of [subject, object]) {
      const known = weights.get(name)
      weights.set(name, { toName: 1, toUnit: known?.toUnit ?? 1 })
    }
  return weights
}

function nothingTouched(): TouchedFacts {
  return { facts: new Set(), ends: new Set(), names: new Set() }
}
