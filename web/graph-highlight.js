/** The colour, size and label of each node and edge: what is pointed at or selected stands out, the rest fades. */
/** @import { GraphAnswer } from './api.js' */
/** @import { Scene } from './draw-graph.js' */

/**
 * @typedef {object} NodeAttributes
 * @property {string} label
 * @property {string} kind `name` or `unit`
 * @property {string} type the shape
 * @property {number} size
 * @property {number} x
 * @property {number} y
 * @property {number} community
 * @property {string | null} nameKind what a name is the name of; null for a unit
 * @property {number | null} rank of a result
 * @property {boolean} isAsked named by the question
 * @property {boolean} isOnPath
 * @property {boolean} forceLabel
 */
/**
 * @typedef {object} EdgeAttributes
 * @property {GraphAnswer['edges'][number]['type']} kind
 * @property {string} type the shape
 * @property {string} predicate of a fact
 * @property {boolean} isOnPath
 * @property {number} weight
 */
/** @typedef {import('graphology').MultiGraph<NodeAttributes, EdgeAttributes>} Graph */
/**
 * @typedef {object} GraphState node ids
 * @property {string | null} selected
 * @property {string | null} hovered
 * @property {ReadonlySet<string> | null} pointed by a list below the drawing
 */

const EDGE_SIZES = { mention: 0.9, synonym: 0.9, subject: 1.8, fact: 2.4 }

/**
 * Tests whether a node is highlighted; null where no node is.
 * @param {Scene} scene
 * @returns {((id: string) => boolean) | null}
 */
function highlightTest({ graph, state: { pointed, hovered, selected } }) {
  if (pointed !== null) return (id) => pointed.has(id)
  const centre = hovered ?? selected
  if (centre === null) return null
  return (id) => id === centre || graph.areNeighbors(id, centre)
}

/**
 * @param {string} id
 * @param {NodeAttributes} node
 * @param {Scene} scene
 */
export function nodeStyle(id, node, scene) {
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

/**
 * @param {string} id
 * @param {EdgeAttributes} edge
 * @param {Scene} scene
 */
export function edgeStyle(id, edge, scene) {
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
