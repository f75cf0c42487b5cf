/** Finds the communities of nodes in a drawing by Louvain's method; the result is deterministic. */
import { UndirectedGraph } from 'graphology'
import imported from 'graphology-communities-louvain'
import { seededRandom } from '../../core/index.ts'

interface Link {
  readonly source: string
  readonly target: string
  readonly weight: number
}

// The package is CommonJS: Node imports the function that its types call `default`.
const louvain = imported as unknown as typeof imported.default
const SEED = 20_070_906

/** Returns the number of each node's community; the largest community is 0. */
export function communitiesOf(nodes: readonly string[], links: readonly Link[]): Map<string, number> {
  const graph = new UndirectedGraph()
  for (const node of nodes) graph.addNode(node)
  for (const { source, target, weight } of links) {
    if (source === target) continue
    graph.updateEdge(source, target, (before) => ({ weight: (Number(before['weight']) || 0) + weight }))
  }
  if (graph.size === 0) return new Map(nodes.map((node, at) => [node, at]))
  const found = louvain(graph, { rng: seededRandom(SEED) })
  const bySize = [...Map.groupBy(nodes, (node) => found[node])].sort(([, a], [, b]) => b.length - a.length)
  const numbers = new Map(bySize.map(([community], at) => [community, at]))
  return new Map(nodes.map((node) => [node, numbers.get(found[node]) ?? 0]))
}
