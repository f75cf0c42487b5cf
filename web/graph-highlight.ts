/** Colour, size and label of each node and edge: those pointed at or selected stand out, the others fade. */
import type { GraphAnswer } from './api.d.ts'
import type { Colours } from './graph-colours.ts'

export interface NodeAttributes {
  label: string
  /** `name` or `unit`. */
  kind: string
  /** Shape of the node. */
  type: string
  size: number
  x: number
  y: number
  community: number
  /** Kind of a name; null for a unit. */
  nameKind: string | null
  /** Rank of a result. */
  rank: number | null
  /** True if the question names it. */
  isAsked: boolean
  isOnPath: boolean
  forceLabel: boolean
}
export interface EdgeAttributes {
  kind: GraphAnswer['edges'][number]['type']
  /** Shape of the edge. */
  type: string
  /** Predicate of a fact. */
  predicate: string
  isOnPath: boolean
  weight: number
}
export type Graph = import('graphology').MultiGraph<NodeAttributes, EdgeAttributes>
/** State of the drawing, as node ids. */
export interface GraphState {
  selected: string | null
  hovered: string | null
  /** Nodes that a list below the drawing points at. */
  pointed: ReadonlySet<string> | null
}

export interface Scene {
  graph: Graph
  state: GraphState
  colours: Colours
}

const EDGE_SIZES = { mention: 0.9, synonym: 0.9, subject: 1.8, fact: 2.4 }

/** Returns a test of whether a node is highlighted; null if none is. */
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
  // Showing the predicates of all facts at once would be unreadable.
  const label =
    isHighlighted !== null && edge.predicate !== ''
      ? { label: edge.predicate, forceLabel: true, labelColour: colours.rubric }
      : {}
  if (edge.isOnPath || state.pointed !== null)
    return { ...edge, ...label, color: colours.rubric, size: 2.4, zIndex: 2 }
  const colour = isHighlighted === null ? colours.line : colours.faded
  return { ...edge, ...label, color: colour, size: EDGE_SIZES[edge.kind], zIndex: 1 }
}
