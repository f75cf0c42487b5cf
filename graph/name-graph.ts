/**
 * Units and the names in them as one graph in memory, which walks use (specs/key-free-graph.md, "Graph"). A unit leads to its names, with
 * less weight to phrases; a name leads to its units, with more weight to those about it. The data of a unit are replaced and removed as a
 * whole and leave nothing behind: any history of a corpus ends in the same graph as a fresh start, except for the numbers of the nodes.
 */
import type { GraphUnit } from '../corpus/index.ts'
import { type Aliases, type AliasOfUnit, createAliases } from './aliases.ts'
import { createLabels, freeNodes, type Labels } from './labels.ts'
import { type LinkedName, linkQuestion, nameInGraph } from './link-question.ts'
import { LONE_FACTOR, type Weights, weightsOf } from './mention-weights.ts'
import { createNameDictionary, type NameDictionary } from './names/dictionary.ts'
import type { GraphParts } from './rank/edge-pool.ts'
import type { GraphView } from './rank/graph-view.ts'
import { createWeightedGraph, type WeightedGraph } from './rank/weighted-graph.ts'

/** The content of a snapshot. Labels by node, `null` for a free number. */
export interface NameGraphParts {
  readonly units: Iterable<string | null>
  readonly names: Iterable<string | null>
  readonly aliases: Iterable<AliasOfUnit>
  readonly edges: GraphParts
}

/** What questions need from the graph. */
export interface NameGraph {
  unitCount(): number
  nameCount(): number
  /** Returns the names in the question by longest exact match, in order. */
  link(question: string): LinkedName[]
  unitNode(unit: string): number | undefined
  nameNode(name: string): number | undefined
  /** Returns the id of the unit at a node; null if the node is a name. */
  unitAt(node: number): string | null
  nameAt(node: number): string | null
  view(): GraphView
}

export interface ChangingNameGraph extends NameGraph {
  /** Replaces the data of the unit. Cost: its new and old names, each with the units of an old one. */
  put(unit: Pick<GraphUnit, 'unit' | 'mentions'>): void
  remove(unit: string): void
  parts(): NameGraphParts
}

// A step takes some 1 ms. Chosen, not measured.
const ENTRIES_PER_STEP = 2_048

export function createNameGraph(): ChangingNameGraph {
  return graphOf({
    edges: createWeightedGraph(),
    units: createLabels(),
    names: createLabels(),
    aliases: createAliases(),
    dictionary: createNameDictionary(),
  })
}

/** Restores the graph of a snapshot in short steps: a hundred thousand names take 100 ms. */
export function* restoreNameGraph(from: NameGraphParts): Generator<void, ChangingNameGraph> {
  const edges = createWeightedGraph(from.edges)
  const [units, names] = [createLabels(), createLabels()]
  const aliases = createAliases()
  const dictionary = createNameDictionary()
  const restored = [
    [from.units, units],
    [from.names, names],
  ] as const
  yield
  for (const [kept, labels] of restored) {
    let node = 0
    yield* inSteps(kept, (label) => {
      if (label !== null) labels.set(node, label)
      node++
    })
  }
  yield* inSteps(from.aliases, aliases.restore)
  yield* inSteps(names.all(), dictionary.add)
  yield* inSteps(aliases.all(), dictionary.add)
  return graphOf({ edges, units, names, aliases, dictionary })
}

function* inSteps<Entry>(entries: Iterable<Entry>, take: (entry: Entry) => void): Generator<void> {
  let taken = 0
  for (const entry of entries) {
    take(entry)
    if (++taken % ENTRIES_PER_STEP === 0) yield
  }
}

interface NameGraphState {
  readonly edges: WeightedGraph
  readonly units: Labels
  readonly names: Labels
  readonly aliases: Aliases
  readonly dictionary: NameDictionary
}

function graphOf({ edges, units, names, aliases, dictionary }: NameGraphState): ChangingNameGraph {
  const free = freeNodes(edges.nodes(), units, names)
  const newNode = () => free.pop() ?? edges.addNode()

  function nameOf(name: string): number {
    const known = names.node(name)
    if (known !== undefined) return known
    const node = newNode()
    names.set(node, name)
    dictionary.add(name)
    return node
  }
  function forget(form: string): void {
    if (names.node(form) === undefined && !aliases.has(form)) dictionary.remove(form)
  }
  function dropName(node: number): void {
    const name = names.label(node)
    names.remove(node)
    free.push(node)
    if (name !== null) forget(name)
  }
  function remove(unit: string): void {
    const node = units.node(unit)
    if (node === undefined) return
    for (const name of edges.neighbours(node).slice()) if (part(edges, node, name) === 0) dropName(name)
    for (const alias of aliases.remove(unit)) forget(alias)
    edges.setEdges(node, [], [])
    units.remove(node)
    free.push(node)
  }

  return {
    unitCount: units.size,
    nameCount: names.size,
    put({ unit, mentions }) {
      remove(unit)
      if (mentions.length === 0) return
      const node = newNode()
      units.set(node, unit)
      for (const [name, weights] of weightsOf(mentions)) join(edges, node, nameOf(name), weights)
      for (const alias of aliases.put(unit, mentions)) dictionary.add(alias)
    },
    remove,
    link: (question) => {
      const view = edges.view()
      return linkQuestion(question, { dictionary, aliases, nameOf: (form) => nameInGraph(view, names, form) })
    },
    unitNode: units.node,
    nameNode: names.node,
    unitAt: units.label,
    nameAt: names.label,
    view: edges.view,
    parts: () => ({
      units: units.list(edges.nodes()),
      names: names.list(edges.nodes()),
      aliases: aliases.list(),
      edges: edges.parts(),
    }),
  }
}

/** Adds the two edges between a unit and a name; the edge from the unit is lighter if the name has no other unit. */
function join(edges: WeightedGraph, unit: number, name: number, { toName, toUnit }: Weights): void {
  const units = edges.degree(name)
  if (units === 1) scaleFirst(edges, name, 1 / LONE_FACTOR)
  edges.appendEdge(unit, name, units === 0 ? toName * LONE_FACTOR : toName)
  edges.appendEdge(name, unit, toUnit)
}

/** Removes the edge from the name; the caller removes the unit's own edges all at once. Returns how many units still have the name. */
function part(edges: WeightedGraph, unit: number, name: number): number {
  edges.removeEdge(name, unit)
  const units = edges.degree(name)
  if (units === 1) scaleFirst(edges, name, LONE_FACTOR)
  return units
}

/** Scales the edge from the first unit of a name, which becomes or stops being its only one. */
function scaleFirst(edges: WeightedGraph, name: number, factor: number): void {
  const unit = edges.neighbours(name)[0]!
  edges.setEdge(unit, name, edges.weight(unit, name) * factor)
}
