/** Selects the edges between the nodes shown: mentions from the graph, facts and synonyms from the corpus. */

import type { Fact } from '../../corpus/index.ts'
import { SUBJECT_WEIGHT } from '../mention-weights.ts'
import type { NameCorrector } from '../name-corrections.ts'
import type { NameGraph } from '../name-graph.ts'
import { idOf, isNameId, nameId, type ShownNodes, shownNames, shownUnits, withoutPrefix } from './node-ids.ts'
import type { GraphSource } from './ports.ts'

export interface SubgraphEdge {
  readonly source: string
  readonly target: string
  readonly type: 'mention' | 'subject' | 'fact' | 'synonym'
  /** Relation of the fact. */
  readonly label?: string
  /** Unit that states the fact. */
  readonly unit?: string
}

export function mentionEdges(graph: NameGraph, shown: ShownNodes): SubgraphEdge[] {
  const { starts, degrees, targets, weights } = graph.view()
  const edges: SubgraphEdge[] = []
  for (const [id, node] of shown) {
    if (node === null || !isNameId(id)) continue
    for (let at = starts[node]!; at < starts[node]! + degrees[node]!; at++) {
      const target = idOf(graph, targets[at]!)
      const type = weights[at]! >= SUBJECT_WEIGHT ? 'subject' : 'mention'
      if (shown.has(target)) edges.push({ source: id, target, type })
    }
  }
  return edges
}

export async function factEdges(
  { store }: GraphSource,
  shown: ShownNodes,
  corrector: NameCorrector,
): Promise<SubgraphEdge[]> {
  const edges: SubgraphEdge[] = []
  for (const unit of shownUnits(shown)) {
    const extraction = await store.extraction(unit)
    for (const fact of corrector.facts(extraction?.facts ?? [])) {
      const edge = factEdge(fact, unit)
      if (edge.source !== edge.target && shown.has(edge.source) && shown.has(edge.target)) edges.push(edge)
    }
  }
  return edges
}

export async function synonymEdges(
  { store, embedder }: GraphSource,
  shown: ShownNodes,
): Promise<SubgraphEdge[]> {
  const edges: SubgraphEdge[] = []
  for (const name of shownNames(shown))
    for (const { one, other } of await store.synonymsOf(name, embedder.id))
      if (one === name && shown.has(nameId(other)))
        edges.push({ source: nameId(one), target: nameId(other), type: 'synonym' })
  return edges
}

// Facts of one name searched for a step of a path. Chosen, not measured.
const MAX_FACTS = 500

/** Returns steps of paths from name to name that no shown edge covers: by a fact that another unit states, otherwise by a synonym. */
export async function edgesOnPaths(
  { store }: GraphSource,
  paths: readonly { readonly nodes: readonly string[] }[],
  drawn: readonly SubgraphEdge[],
  corrector: NameCorrector,
): Promise<SubgraphEdge[]> {
  const known = new Set(drawn.flatMap(({ source, target }) => [`${source} ${target}`, `${target} ${source}`]))
  const edges: SubgraphEdge[] = []
  for (const { nodes } of paths)
    for (const [at, to] of nodes.slice(1).entries()) {
      const from = nodes[at]!
      if (known.has(`${from} ${to}`) || !isNameId(from) || !isNameId(to)) continue
      known.add(`${from} ${to}`).add(`${to} ${from}`)
      edges.push(await factBetween(store, [from, to], corrector))
    }
  return edges
}

async function factBetween(
  store: GraphSource['store'],
  [from, to]: readonly [string, string],
  corrector: NameCorrector,
): Promise<SubgraphEdge> {
  for (const form of corrector.formsOf(withoutPrefix(from)))
    for (const { fact, unit } of await store.factsOf(form, MAX_FACTS)) {
      const [edge] = corrector.facts([fact]).map((corrected) => factEdge(corrected, unit))
      if (edge !== undefined && hasEnds(edge, from, to)) return edge
    }
  return { source: from, target: to, type: 'synonym' }
}

function factEdge({ subject, predicate, object }: Fact, unit: string): SubgraphEdge {
  return { source: nameId(subject), target: nameId(object), type: 'fact', label: predicate, unit }
}

function hasEnds({ source, target }: SubgraphEdge, one: string, other: string): boolean {
  return (source === one && target === other) || (source === other && target === one)
}
