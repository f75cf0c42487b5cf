/** Draws names as circles and units as squares in WebGL, with sigma. The lists below the drawing hold the same data. */
/** @import { GraphAnswer } from './api.js' */
/** @import { Colours } from './graph-colours.js' */
/** @import { EdgeAttributes, Graph, GraphState, NodeAttributes } from './graph-highlight.js' */
/** @import { DrawnNode } from './graph-nodes.js' */
/** @import { Sigma } from 'sigma' */
import { element } from './dom.js'
import { readColours } from './graph-colours.js'
import { edgeStyle, nodeStyle } from './graph-highlight.js'
import { layOut } from './graph-layout.js'
import { createSquareProgram, drawHover, drawLabel } from './graph-nodes.js'

const SCRIPTS = ['sigma', 'graphology', 'graphology-library']
const ZOOM_FACTOR = 1.6
const ANIMATION_MS = 250

/** @typedef {{ graph: Graph, state: GraphState, colours: Colours }} Scene */
/** @typedef {NonNullable<Awaited<ReturnType<typeof drawGraph>>>} Drawing */

/** @type {Promise<unknown> | null} */
let loading = null

export function hasWebGl() {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null
}

/**
 * Resolves when the graph is drawn; with null where the view was left before.
 * @param {HTMLElement} stage
 * @param {GraphAnswer} answer
 * @param {{ onSelect: (id: string | null) => void, signal: AbortSignal }} options
 */
export async function drawGraph(stage, answer, { onSelect, signal }) {
  await loadScripts()
  if (signal.aborted) return null
  const { Sigma } = window
  /** @type {GraphState} */
  const state = { selected: null, pointed: null, hovered: null }
  const graph = layOut(answer)
  const scene = { graph, state, colours: readColours(stage) }
  const sigma = new Sigma(graph, stage, settingsOf(scene))
  const redraw = () => sigma.refresh({ skipIndexation: true })

  /** @param {string | null} node */
  function hover(node) {
    state.hovered = node
    stage.style.cursor = node === null ? 'grab' : 'pointer'
    redraw()
  }
  sigma.on('clickNode', ({ node }) => onSelect(node))
  sigma.on('clickStage', () => onSelect(null))
  sigma.on('enterNode', ({ node }) => hover(node))
  sigma.on('leaveNode', () => hover(null))

  const darkMode = matchMedia('(prefers-color-scheme: dark)')
  const recolour = () => {
    scene.colours = readColours(stage)
    sigma.refresh()
  }
  darkMode.addEventListener('change', recolour)
  const zoom = createZoomButtons(sigma.getCamera())
  stage.after(zoom)
  return {
    /** @param {string | null} id */
    select(id) {
      state.selected = id !== null && graph.hasNode(id) ? id : null
      redraw()
    },
    /**
     * Highlights these nodes until called with null.
     * @param {readonly string[] | null} ids
     */
    point(ids) {
      state.pointed = ids === null ? null : new Set(ids)
      redraw()
    },
    destroy() {
      darkMode.removeEventListener('change', recolour)
      zoom.remove()
      sigma.kill()
    },
  }
}

/**
 * The functions read `scene` at each drawing, because its colours and state change.
 * @param {Scene} scene
 */
function settingsOf(scene) {
  const { rendering } = window.Sigma
  const programs = { circle: rendering.NodeCircleProgram, square: createSquareProgram(rendering) }
  return {
    nodeProgramClasses: programs,
    nodeHoverProgramClasses: programs,
    /** @type {(context: CanvasRenderingContext2D, node: DrawnNode) => void} */
    defaultDrawNodeLabel: (context, node) => drawLabel(context, node, scene.colours),
    /** @type {(context: CanvasRenderingContext2D, node: DrawnNode) => void} */
    defaultDrawNodeHover: (context, node) => drawHover(context, node, scene.colours),
    /** @type {(id: string, node: NodeAttributes) => object} */
    nodeReducer: (id, node) => nodeStyle(id, node, scene),
    /** @type {(id: string, edge: EdgeAttributes) => object} */
    edgeReducer: (id, edge) => edgeStyle(id, edge, scene),
    zIndex: true,
    renderEdgeLabels: true,
    edgeLabelSize: 13,
    edgeLabelFont: scene.colours.fontFamily,
    edgeLabelColor: { attribute: 'labelColour' },
    stagePadding: 40,
    labelDensity: 1.2,
    labelGridCellSize: 90,
    labelRenderedSizeThreshold: 6,
    minCameraRatio: 0.08,
    maxCameraRatio: 3,
  }
}

/** Loads the packages once, the first time that a graph is drawn. */
function loadScripts() {
  loading ??= Promise.all(SCRIPTS.map(loadScript)).catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/** @param {string} name */
function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = element('script', { src: `vendor/${name}.js` })
    script.onload = resolve
    script.onerror = () => reject(new Error(`Could not load vendor/${name}.js. Reload the page.`))
    document.head.append(script)
  })
}

/** @param {ReturnType<Sigma['getCamera']>} camera */
function createZoomButtons(camera) {
  const stillMode = matchMedia('(prefers-reduced-motion: reduce)')
  const duration = () => (stillMode.matches ? 0 : ANIMATION_MS)
  /**
   * @param {string} text
   * @param {string} label
   * @param {() => void} onclick
   */
  const button = (text, label, onclick) =>
    element('button', { type: 'button', 'aria-label': label, title: label, onclick }, text)
  return element(
    'div',
    { className: 'zoom' },
    button('+', 'Zoom in', () => camera.animatedZoom({ factor: ZOOM_FACTOR, duration: duration() })),
    button('−', 'Zoom out', () => camera.animatedUnzoom({ factor: ZOOM_FACTOR, duration: duration() })),
    button('Fit', 'Fit the whole graph', () => camera.animatedReset({ duration: duration() })),
  )
}
