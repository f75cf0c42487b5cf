/** Names as circles and units as squares on a WebGL plate, by sigma. The lists beside it say the same to those who do not see it. */
import { element } from './dom.js'
import { inkOfPage } from './graph-ink.js'
import { LEAST_SHARE } from './graph-lists.js'
import { drawHover, drawLabel, squareProgram } from './graph-marks.js'

const SCRIPTS = ['sigma', 'graphology', 'graphology-library']
const LAYOUT_ROUNDS = 400
const SPREAD_ROUNDS = 120
// Chosen by eye on the sample papers.
const FORCES = { linLogMode: true, gravity: 0.6, scalingRatio: 4, edgeWeightInfluence: 1, slowDown: 3 }
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const ZOOM = 1.6
/** Of edges that tell more than that a name stands in a unit. */
const SIZES = { subject: 1.8, fact: 2.4 }

let loading = null

export function hasWebGl() {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl')) !== null
}

/** Resolves when it is drawn. `select` and `point` take node ids; `null` for none. */
export async function drawGraph(stage, picture, { onSelect }) {
  await loadScripts()
  const { Sigma } = window
  const state = { selected: null, pointed: null, hovered: null }
  const graph = laidOut(picture)
  const world = { graph, state, ink: inkOfPage(stage) }
  const sigma = new Sigma(graph, stage, settingsOf(Sigma, world))
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const duration = () => (still.matches ? 0 : 250)

  sigma.on('clickNode', ({ node }) => onSelect(node))
  sigma.on('clickStage', () => onSelect(null))
  sigma.on('enterNode', ({ node }) => hover(node))
  sigma.on('leaveNode', () => hover(null))
  function hover(node) {
    state.hovered = node
    stage.style.cursor = node === null ? 'grab' : 'pointer'
    sigma.refresh({ skipIndexation: true })
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const repaint = () => {
    world.ink = inkOfPage(stage)
    sigma.refresh()
  }
  scheme.addEventListener('change', repaint)
  const camera = sigma.getCamera()
  const bar = zoomBar({
    nearer: () => camera.animatedZoom({ factor: ZOOM, duration: duration() }),
    farther: () => camera.animatedUnzoom({ factor: ZOOM, duration: duration() }),
    whole: () => camera.animatedReset({ duration: duration() }),
  })
  stage.after(bar)
  return {
    select(id) {
      state.selected = id !== null && graph.hasNode(id) ? id : null
      sigma.refresh({ skipIndexation: true })
    },
    point(ids) {
      state.pointed = ids === null ? null : new Set(ids)
      sigma.refresh({ skipIndexation: true })
    },
    destroy() {
      scheme.removeEventListener('change', repaint)
      bar.remove()
      sigma.kill()
    },
  }
}

/** `world` is looked at anew with each drawing: its ink changes with the page's colours. */
function settingsOf({ rendering }, world) {
  const programs = { circle: rendering.NodeCircleProgram, square: squareProgram(rendering) }
  return {
    nodeProgramClasses: programs,
    nodeHoverProgramClasses: programs,
    defaultDrawNodeLabel: (context, data) => drawLabel(context, data, world.ink),
    defaultDrawNodeHover: (context, data) => drawHover(context, data, world.ink),
    nodeReducer: (id, data) => shownNode(id, data, world),
    edgeReducer: (id, data) => shownEdge(id, data, world),
    zIndex: true,
    renderEdgeLabels: true,
    edgeLabelSize: 13,
    edgeLabelFont: world.ink.fontFamily,
    edgeLabelColor: { attribute: 'labelColour' },
    stagePadding: 40,
    labelDensity: 1.2,
    labelGridCellSize: 90,
    labelRenderedSizeThreshold: 6,
    minCameraRatio: 0.08,
    maxCameraRatio: 3,
  }
}

/** Once; the scripts name themselves on `window`. */
function loadScripts() {
  loading ??= Promise.all(
    SCRIPTS.map(
      (name) =>
        new Promise((resolve, reject) => {
          const script = element('script', { src: `vendor/${name}.js` })
          script.onload = resolve
          script.onerror = () => reject(new Error(`vendor/${name}.js did not come; load the page again.`))
          document.head.append(script)
        }),
    ),
  ).catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/** The same picture is laid out the same way each time: places begin on a spiral in the order of the nodes. */
function laidOut({ nodes, edges, paths }) {
  const { graphology, graphologyLibrary } = window
  const graph = new graphology.MultiGraph()
  const strongest = strongestWays(paths)
  for (const [at, node] of nodes.entries()) {
    const radius = Math.sqrt(at + 1)
    const angle = at * GOLDEN_ANGLE
    graph.addNode(node.id, {
      ...attributesOf(node),
      isOnWay: strongest.nodes.has(node.id),
      x: radius * Math.cos(angle),
      y: radius * Math.sin(angle),
    })
  }
  for (const { source, target, type, label } of edges) {
    const isOnWay = strongest.steps.has(`${source}\n${target}`)
    const shape = type === 'fact' ? 'arrow' : 'line'
    graph.addEdge(source, target, {
      kind: type,
      type: shape,
      said: label,
      isOnWay,
      weight: pull(graph, source, target),
    })
  }
  const { layoutForceAtlas2, layoutNoverlap } = graphologyLibrary
  layoutForceAtlas2.assign(graph, {
    iterations: LAYOUT_ROUNDS,
    settings: {
      ...layoutForceAtlas2.inferSettings(graph),
      ...FORCES,
    },
  })
  layoutNoverlap.assign(graph, { maxIterations: SPREAD_ROUNDS, settings: { margin: 3, ratio: 1.2 } })
  return graph
}

/** Communities hold together, so that their colours lie together. Chosen by eye. */
function pull(graph, source, target) {
  const [one, other] = [source, target].map((node) => graph.getNodeAttribute(node, 'community'))
  return one === other ? 3 : 0.6
}

function attributesOf({ type, label, community, degree, isAsked, rank }) {
  const common = { label, community, isAsked, kind: type, rank: rank ?? null }
  if (type === 'unit') {
    const size = rank === undefined ? 6.5 : 15
    return { ...common, type: 'square', size, forceLabel: rank !== undefined }
  }
  const size = Math.min(15, 3.5 + 1.5 * Math.sqrt(degree)) + (isAsked ? 3 : 0)
  return { ...common, type: 'circle', size, forceLabel: isAsked }
}

/** To each hit from the name with the greatest share that a path leads from. */
function strongestWays(paths) {
  const nodes = new Set()
  const steps = new Set()
  const seen = new Set()
  for (const { unit, nodes: way, share } of paths) {
    if (seen.has(unit) || way.length === 0 || share < LEAST_SHARE) continue
    seen.add(unit)
    for (const [at, id] of way.entries()) {
      nodes.add(id)
      if (at === 0) continue
      steps.add(`${way[at - 1]}\n${id}`)
      steps.add(`${id}\n${way[at - 1]}`)
    }
  }
  return { nodes, steps }
}

/** What the reader looks at; null where that is nothing in particular. */
function inSight({ graph, state }) {
  if (state.pointed !== null) return (id) => state.pointed.has(id)
  const centre = state.hovered ?? state.selected
  if (centre === null) return null
  return (id) => id === centre || graph.areNeighbors(id, centre)
}

function shownNode(id, data, world) {
  const { ink, state } = world
  const isSeen = inSight(world)
  const full = ink.community(data.community)
  if (isSeen !== null && !isSeen(id))
    return { ...data, color: ink.faint(full), label: '', forceLabel: false, zIndex: 0 }
  const isCentre = id === state.selected || id === state.hovered
  return {
    ...data,
    color: full,
    zIndex: isCentre ? 3 : data.rank !== null || data.isAsked ? 2 : 1,
    forceLabel: data.forceLabel || (isSeen !== null && data.kind === 'name'),
    highlighted: id === state.selected,
  }
}

function shownEdge(id, data, world) {
  const { graph, ink, state } = world
  const isSeen = inSight(world)
  const [source, target] = graph.extremities(id)
  const touches = (node) => source === node || target === node
  const isNear =
    isSeen === null ||
    (state.pointed === null ? touches(state.hovered ?? state.selected) : isSeen(source) && isSeen(target))
  if (!isNear) return { ...data, color: ink.faintLine, size: 0.5, zIndex: 0 }
  // What a fact says is written where somebody looks at one of its names: all at once could not be read.
  const said =
    isSeen !== null && data.said ? { label: data.said, forceLabel: true, labelColour: ink.rubric } : {}
  if (data.isOnWay || (state.pointed !== null && isNear))
    return { ...data, ...said, color: ink.rubric, size: 2.4, zIndex: 2 }
  const colour = isSeen === null ? ink.line : ink.faded
  return { ...data, ...said, color: colour, size: SIZES[data.kind] ?? 0.9, zIndex: 1 }
}

function zoomBar({ nearer, farther, whole }) {
  const button = (text, label, act) =>
    element('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text)
  return element(
    'div',
    { className: 'zoom' },
    button('+', 'Zoom in', nearer),
    button('−', 'Zoom out', farther),
    button('whole', 'Show the whole drawing', whole),
  )
}
