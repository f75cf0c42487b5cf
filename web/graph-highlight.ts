/** The colour, size and label of each node and edge: what is pointed at or selected stands out, the rest fades. */
import type { GraphAnswer } from './api.d.ts'
import type { Colours } from './graph-colours.ts'

export interface NodeAttributes {
  label: string
  /** `name` or `unit` */
  kind: string
  /** the shape */
  type: string
  size: number
  x: number
  y: number
  community: number
  /** what a name is the name of; null for a unit */
  nameKind: string | null
  /** of a result */
  rank: number | null
  /** named by the question */
  isAsked: boolean
  isOnPath: boolean
  forceLabel: boolean
}
export interface EdgeAttributes {
  kind: GraphAnswer['edges'][number]['type']
  /** the shape */
  type: string
  /** of a fact */
  predicate: string
  isOnPath: boolean
  weight: number
}
export type Graph = import('graphology').MultiGraph<NodeAttributes, EdgeAttributes>
/** node ids */
export interface GraphState {
  selected: string | null
  hovered: string | null
  /** by a list below the drawing */
  pointed: ReadonlySet<string> | null
}

export interface Scene {
  graph: Graph
  state: GraphState
  colours: Colours
}

const EDGE_SIZES = { mention: 0.9, synonym: 0.9, subject: 1.8, fact: 2.4 }

/** Tests whether a node is highlighted; null where no node is. */
function highlightTest({
  graph,
  state: { pointed, hovered, selected },
}: Scene): ((id: string) => boolean) | null {
  if (pointed !== null) return (id) => pointed.has(id)
  const centre = hovered ?? selected
  if (centre === null) return null
  return (id) => id === centre || graph.areNeighbors(id, centre)
}

export function nodeStyle(id: string, node: NodeAttributes, scene: Scene) {
  const { colours, state } = scene
  const isHighlighted = highlightTest(scene)
  const colour = colours.kind(node.nameKind)
  if (isHighlighted !== null && !isHighlighted(id))
    return { ...node, color: colours.faint(colour), label: '', forceLabel: false, zIndex: 0 }
  const isCentre = id === state.selected || id === state.hovered
  return {
    ...node,
    color: colour,
    zIndex: isCentre ? 3 : node.rank !== null || node.isAsked ? 2 : 1,
    forceLabel: node.forceLabel || (isHighlighted !== null && node.kind === 'name'),
    highlighted: id === state.selected,
  }
}

export function edgeStyle(id: string, edge: EdgeAttributes, scene: Scene) {
  const { graph, colours, state } = scene
  const isHighlighted = highlightTest(scene)
  const [source, target] = graph.extremities(id)
  const centre = state.hovered ?? state.selected
  const isNear =
    isHighlighted === null ||
    (state.pointed === null
      ? source === centre || target === centre
      : isHighlighted(source) && isHighlighted(target))
  if (!isNear) return { ...edge, color: colours.faintLine, size: 0.5, zIndex: 0 }
  // The predicates of all facts at once would be unreadable.
  const label =
    isHighlighted !== null && edge.predicate !== ''
      ? { label: edge.predicate, forceLabel: true, labelColour: colours.rubric }
      : {}
  if (edge.isOnPath || state.pointed !== null)
    return { ...edge, ...label, color: colours.rubric, size: 2.4, zIndex: 2 }
  const colour = isHighlighted === null ? colours.line : colours.faded
  return { ...edge, ...label, color: colour, size: EDGE_SIZES[edge.kind], zIndex: 1 }
}
