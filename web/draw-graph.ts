/** Draws names as circles and units as squares in WebGL, with sigma. The lists below the drawing contain the same data. */
import type { Sigma } from 'sigma'
import type { GraphAnswer } from './api.d.ts'
import { element } from './dom.ts'
import { readColours } from './graph-colours.ts'
import {
  type EdgeAttributes,
  edgeStyle,
  type GraphState,
  type NodeAttributes,
  nodeStyle,
  type Scene,
} from './graph-highlight.ts'
import { layOut } from './graph-layout.ts'
import { createSquareProgram, type DrawnNode, drawHover, drawLabel } from './graph-nodes.ts'

const SCRIPTS = ['sigma', 'graphology', 'graphology-library']
const ZOOM_FACTOR = 1.6
const ANIMATION_MS = 250

export type Drawing = NonNullable<Awaited<ReturnType<typeof drawGraph>>>

let loading: Promise<unknown> | null = null

export function hasWebGl() {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null
}

/** Draws the graph. Resolves when it is drawn, with null if the view was left before. */
export async function drawGraph(
  stage: HTMLElement,
  answer: GraphAnswer,
  { onSelect, signal }: { onSelect: (id: string | null) => void; signal: AbortSignal },
) {
  await loadScripts()
  if (signal.aborted) return null
  const { Sigma } = window
  const state: GraphState = { selected: null, pointed: null, hovered: null }
  const graph = layOut(answer)
  const scene = { graph, state, colours: readColours(stage) }
  const sigma = new Sigma(graph, stage, settingsOf(scene))
  const redraw = () => sigma.refresh({ skipIndexation: true })

  function hover(node: string | null) {
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
    select(id: string | null) {
      state.selected = id !== null && graph.hasNode(id) ? id : null
      redraw()
    },
    /** Highlights these nodes until called with null. */
    point(ids: readonly string[] | null) {
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

/** Returns sigma's settings. Their functions read `scene` at each drawing, because its colours and state change. */
function settingsOf(scene: Scene) {
  const { rendering } = window.Sigma
  const programs = { circle: rendering.NodeCircleProgram, square: createSquareProgram(rendering) }
  return {
    nodeProgramClasses: programs,
    nodeHoverProgramClasses: programs,
    defaultDrawNodeLabel: (context: CanvasRenderingContext2D, node: DrawnNode) =>
      drawLabel(context, node, scene.colours),
    defaultDrawNodeHover: (context: CanvasRenderingContext2D, node: DrawnNode) =>
      drawHover(context, node, scene.colours),
    nodeReducer: (id: string, node: NodeAttributes) => nodeStyle(id, node, scene),
    edgeReducer: (id: string, edge: EdgeAttributes) => edgeStyle(id, edge, scene),
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

function loadScript(name: string) {
  return new Promise((resolve, reject) => {
    const script = element('script', { src: `vendor/${name}.js` })
    script.onload = resolve
    script.onerror = () => reject(new Error(`Could not load vendor/${name}.js. Reload the page.`))
    document.head.append(script)
  })
}

function createZoomButtons(camera: ReturnType<Sigma['getCamera']>) {
  const stillMode = matchMedia('(prefers-reduced-motion: reduce)')
  const duration = () => (stillMode.matches ? 0 : ANIMATION_MS)
  const button = (text: string, label: string, onclick: () => void) =>
    element('button', { 'aria-label': label, title: label, onclick }, text)
  return element(
    'div.zoom',
    button('+', 'Zoom in', () => camera.animatedZoom({ factor: ZOOM_FACTOR, duration: duration() })),
    button('−', 'Zoom out', () => camera.animatedUnzoom({ factor: ZOOM_FACTOR, duration: duration() })),
    button('Fit', 'Fit the whole graph', () => camera.animatedReset({ duration: duration() })),
  )
}
