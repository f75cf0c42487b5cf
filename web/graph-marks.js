/** How nodes look on the plate: squares beside sigma's circles, ranks inside hits, labels that stand out from the lines below. */

const LABEL_PIXELS = 14
const HALO_PIXELS = 4
const LONGEST_LABEL = 46

// As sigma's circle, with the distance along the longer axis. Sigma draws each node on a triangle around its circle: a larger square
// would lose a corner.
export const SQUARE_SHARE = 0.72
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

export function squareProgram({ NodeCircleProgram }) {
  return class extends NodeCircleProgram {
    getDefinition() {
      return { ...super.getDefinition(), FRAGMENT_SHADER_SOURCE: SQUARE_SHADER }
    }
  }
}

export function drawLabel(context, data, ink) {
  if (data.isAsked) ring(context, data, ink)
  if (data.rank !== null) return drawRank(context, data, ink)
  if (!data.label || data.kind === 'unit') return
  const isStrong = data.isAsked
  context.font = `${isStrong ? '600 ' : ''}${LABEL_PIXELS + (isStrong ? 2 : 0)}px ${ink.fontFamily}`
  write(
    context,
    data.label,
    { x: data.x + data.size + (isStrong ? 7 : 4), y: data.y + LABEL_PIXELS / 3 },
    isStrong ? ink.rubric : ink.ink,
    ink,
  )
}

/** Under the pointer or selected: a ring, and the whole label on paper. */
export function drawHover(context, data, ink) {
  const radius = ring(context, data, ink)
  if (data.rank !== null) drawRank(context, data, ink)
  context.font = `${LABEL_PIXELS}px ${ink.fontFamily}`
  const text = shortened(data.label)
  const place = { x: data.x + radius + 6, y: data.y + LABEL_PIXELS / 3 }
  const width = context.measureText(text).width
  if (text === '') return
  context.fillStyle = ink.paper
  context.strokeStyle = ink.line
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(place.x - 4, data.y - LABEL_PIXELS, width + 8, 2 * LABEL_PIXELS, 3)
  context.fill()
  context.stroke()
  context.fillStyle = data.isAsked ? ink.rubric : ink.ink
  context.fillText(text, place.x, place.y)
}

/** Returns its distance from the middle. */
function ring(context, { x, y, size, kind }, ink) {
  context.lineWidth = 2
  context.strokeStyle = ink.rubric
  context.beginPath()
  const radius = (kind === 'unit' ? SQUARE_SHARE * size : size) + 3
  if (kind === 'unit') context.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  else context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  return radius
}

function drawRank(context, { x, y, size, rank }, ink) {
  context.font = `600 ${Math.round(size)}px ${ink.fontFamily}`
  context.textAlign = 'center'
  context.fillStyle = ink.paper
  context.fillText(String(rank), x, y + size * 0.34)
  context.textAlign = 'start'
}

function write(context, label, { x, y }, colour, ink) {
  const text = shortened(label)
  context.lineJoin = 'round'
  context.lineWidth = HALO_PIXELS
  context.strokeStyle = ink.paper
  context.strokeText(text, x, y)
  context.fillStyle = colour
  context.fillText(text, x, y)
}

function shortened(text = '') {
  return text.length <= LONGEST_LABEL ? text : `${text.slice(0, LONGEST_LABEL - 1)}…`
}
