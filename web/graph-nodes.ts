/** Draws nodes for sigma: units as squares, ranks inside results, labels with a halo, a ring around the selected node. */
import type { NodeDisplayData, PartialButFor } from 'sigma/types'
import type { Colours } from './graph-colours.ts'
import type { EdgeAttributes, NodeAttributes } from './graph-highlight.ts'
import type { SigmaScript } from './vendor.d.ts'

const LABEL_PIXELS = 14
const HALO_PIXELS = 4
const MAX_LABEL_CHARACTERS = 46

// Half a side of the square, as a share of the node's radius: sigma draws a node on a triangle around its circle, which would cut
// off the corners of a larger square.
const SQUARE_SHARE = 0.72
const SQUARE_SHADER = `
precision highp float;
varying vec4 v_color;
varying vec2 v_diffVector;
varying float v_radius;
uniform float u_correctionRatio;
void main(void) {
  float border = u_correctionRatio * 2.0;
  vec2 offset = abs(v_diffVector);
  float outside = max(offset.x, offset.y) - v_radius * ${SQUARE_SHARE} + border;
  #ifdef PICKING_MODE
  gl_FragColor = outside > border ? vec4(0.0) : v_color;
  #else
  gl_FragColor = mix(v_color, vec4(0.0), clamp(outside / border, 0.0, 1.0));
  #endif
}`

/** A node as sigma passes it to the functions below: its own data and the attributes of the node. */
export type DrawnNode = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'> &
  Partial<Pick<NodeAttributes, 'isAsked' | 'rank' | 'kind'>>

export function createSquareProgram({ NodeCircleProgram }: SigmaScript['rendering']) {
  class SquareProgram extends NodeCircleProgram<NodeAttributes, EdgeAttributes> {
    override getDefinition() {
      return { ...super.getDefinition(), FRAGMENT_SHADER_SOURCE: SQUARE_SHADER }
    }
  }
  return SquareProgram
}

export function drawLabel(context: CanvasRenderingContext2D, node: DrawnNode, colours: Colours) {
  if (node.isAsked) drawRing(context, node, colours)
  if (node.rank != null) return drawRank(context, node, node.rank, colours)
  if (!node.label || node.kind === 'unit') return
  const isStrong = node.isAsked === true
  const gap = isStrong ? 7 : 4
  context.font = `${isStrong ? '600 ' : ''}${LABEL_PIXELS + (isStrong ? 2 : 0)}px ${colours.fontFamily}`
  context.lineJoin = 'round'
  context.lineWidth = HALO_PIXELS
  context.strokeStyle = colours.paper
  context.fillStyle = isStrong ? colours.rubric : colours.ink
  const place = [node.x + node.size + gap, node.y + LABEL_PIXELS / 3] as const
  const text = shortened(node.label)
  context.strokeText(text, ...place)
  context.fillText(text, ...place)
}

/** Draws a ring around a node that is pointed at or selected, and its label in a box. */
export function drawHover(context: CanvasRenderingContext2D, node: DrawnNode, colours: Colours) {
  const radius = drawRing(context, node, colours)
  if (node.rank != null) drawRank(context, node, node.rank, colours)
  const text = shortened(node.label ?? '')
  if (text === '') return
  context.font = `${LABEL_PIXELS}px ${colours.fontFamily}`
  const left = node.x + radius + 6
  const { width } = context.measureText(text)
  context.fillStyle = colours.paper
  context.strokeStyle = colours.line
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(left - 4, node.y - LABEL_PIXELS, width + 8, 2 * LABEL_PIXELS, 3)
  context.fill()
  context.stroke()
  context.fillStyle = node.isAsked ? colours.rubric : colours.ink
  context.fillText(text, left, node.y + LABEL_PIXELS / 3)
}

/** Draws a ring. Returns its distance from the centre of the node. */
function drawRing(
  context: CanvasRenderingContext2D,
  { x, y, size, kind }: DrawnNode,
  colours: Colours,
): number {
  const radius = (kind === 'unit' ? SQUARE_SHARE * size : size) + 3
  context.lineWidth = 2
  context.strokeStyle = colours.rubric
  context.beginPath()
  if (kind === 'unit') context.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  else context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  return radius
}

function drawRank(
  context: CanvasRenderingContext2D,
  { x, y, size }: DrawnNode,
  rank: number,
  colours: Colours,
) {
  context.font = `600 ${Math.round(size)}px ${colours.fontFamily}`
  context.textAlign = 'center'
  context.fillStyle = colours.paper
  context.fillText(String(rank), x, y + size * 0.34)
  context.textAlign = 'start'
}

function shortened(text: string) {
  return text.length <= MAX_LABEL_CHARACTERS ? text : `${text.slice(0, MAX_LABEL_CHARACTERS - 1)}…`
}
