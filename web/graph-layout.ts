/** Places the nodes of a graph. The same graph always has the same layout. */
import type { GraphAnswer, GraphNode } from './api.d.ts'
import type { Graph } from './graph-highlight.ts'
import { MIN_SHARE } from './graph-lists.ts'

const LAYOUT_ROUNDS = 400
const SPREAD_ROUNDS = 120
// Chosen by eye on the sample papers, as are the weights of edges.
const FORCES = { linLogMode: true, gravity: 0.6, scalingRatio: 4, edgeWeightInfluence: 1, slowDown: 3 }
const WEIGHT_WITHIN_COMMUNITY = 3
const WEIGHT_BETWEEN_COMMUNITIES = 0.6
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Lays out a graph: nodes start on a spiral in their order; then forces move them. */
export function layOut({ nodes, edges, paths }: GraphAnswer): Graph {
  const { graphology, graphologyLibrary } = window
  const graph: Graph = new graphology.MultiGraph()
  const strongest = strongestPaths(paths)
  const communities = new Map(nodes.map(({ id, community }) => [id, community]))
  for (const [at, node] of nodes.entries()) {
    const radius = Math.sqrt(at + 1)
    const angle = at * GOLDEN_ANGLE
    graph.addNode(node.id, {
      ...attributesOf(node),
      isOnPath: strongest.nodes.has(node.id),
      x: radius * Math.cos(angle),
      y: radius * Math.sin(angle),
    })
  }
  for (const { source, target, type, label } of edges) {
    const isWithin = communities.get(source) === communities.get(target)
    graph.addEdge(source, target, {
      kind: type,
      type: type === 'fact' ? 'arrow' : 'line',
      predicate: label ?? '',
      isOnPath: strongest.steps.has(`${source}\n${target}`),
      // Keeps communities together, so that areas of one colour form.
      weight: isWithin ? WEIGHT_WITHIN_COMMUNITY : WEIGHT_BETWEEN_COMMUNITIES,
    })
  }
  const { layoutForceAtlas2, layoutNoverlap } = graphologyLibrary
  const settings = { ...layoutForceAtlas2.inferSettings(graph), ...FORCES }
  layoutForceAtlas2.assign(graph, { iterations: LAYOUT_ROUNDS, settings })
  layoutNoverlap.assign(graph, { maxIterations: SPREAD_ROUNDS, settings: { margin: 3, ratio: 1.2 } })
  return graph
}

function attributesOf({ type, label, kind, community, degree, isAsked, rank }: GraphNode) {
  const common = { label, community, isAsked, kind: type, nameKind: kind ?? null, rank: rank ?? null }
  if (type === 'unit') {
    const size = rank === undefined ? 6.5 : 15
    return { ...common, type: 'square', size, forceLabel: rank !== undefined }
  }
  const size = Math.min(15, 3.5 + 1.5 * Math.sqrt(degree)) + (isAsked ? 3 : 0)
  return { ...common, type: 'circle', size, forceLabel: isAsked }
}

/** Returns for each result the path from the name with the greatest share of its score. */
function strongestPaths(paths: GraphAnswer['paths']) {
  const nodes = new Set()
  const steps = new Set()
  const seen = new Set()
  for (const { unit, nodes: ids, share } of paths) {
    if (seen.has(unit) || ids.length === 0 || share < MIN_SHARE) continue
    seen.add(unit)
    for (const [at, id] of ids.entries()) {
      nodes.add(id)
      if (at === 0) continue
      steps.add(`${ids[at - 1]}\n${id}`)
      steps.add(`${id}\n${ids[at - 1]}`)
    }
  }
  return { nodes, steps }
}
