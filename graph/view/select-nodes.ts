/** Selects the most relevant nodes for a drawing around some that must be in it. */

import type { NameGraph } from '../name-graph.ts'
import { createPushRanker } from '../rank/push-rank.ts'
import { mentionEdges, type SubgraphEdge } from './edges.ts'
import { adjacentNodes } from './neighbours.ts'
import { idOf, nodeOf, type ShownNodes } from './node-ids.ts'

export interface SelectedNodes {
  readonly shown: ShownNodes
  /** Number of edges of each node in the whole graph. */
  readonly degrees: ReadonlyMap<string, number>
  readonly edges: readonly SubgraphEdge[]
  /** Number of nodes within reach that are not shown. */
  readonly left: number
}

/** Selects the required nodes, and those within `depth` steps that score highest in a walk from them, up to `limit` in all. */
export function selectNodes(
  graph: NameGraph,
  needed: readonly string[],
  { depth, limit }: { readonly depth: number; readonly limit: number },
): SelectedNodes {
  const view = graph.view()
  const shown = new Map<string, number | null>()
  for (const id of needed) shown.set(id, nodeOf(graph, id))
  const seeds = [...shown.values()].filter((node) => node !== null)
  const reach = within(graph, seeds, depth)
  if (seeds.length > 0) {
    const { scores } = createPushRanker().rank(view, { nodes: seeds, weights: seeds.map(() => 1) })
    const likeliest = [...reach].sort((a, b) => scores[b]! - scores[a]! || a - b)
    for (const node of likeliest) {
      if (shown.size >= limit) break
      // A node without an edge from a shown one says nothing.
      if (adjacentNodes(graph, node).some((neighbour) => shown.has(idOf(graph, neighbour))))
        shown.set(idOf(graph, node), node)
    }
  }
  const degrees = new Map([...shown].map(([id, node]) => [id, node === null ? 0 : view.degrees[node]!]))
  return { shown, degrees, edges: mentionEdges(graph, shown), left: Math.max(0, reach.size - shown.size) }
}

function within(graph: NameGraph, from: readonly number[], depth: number): Set<number> {
  const reached = new Set(from)
  let edge = [...from]
  for (let step = 0; step < depth; step++) {
    const next = new Set<number>()
    for (const node of edge)
      for (const neighbour of adjacentNodes(graph, node)) if (!reached.has(neighbour)) next.add(neighbour)
    for (const node of next) reached.add(node)
    edge = [...next]
  }
  return reached
}
