/** Finds the drawings of a page: straight rules, and the extents of pictures and of curved drawings, as shown. */
import type { PageDrawings, Rule } from '../tables/index.ts'
import type { Pdfium } from './pdfium-module.ts'
import { shownX, shownY, type View } from './pdfium-scan.ts'

// fpdf_edit.h: FPDF_PAGEOBJ_*, FPDF_SEGMENT_*.
const PATH = 2
const IMAGE = 3
const SHADING = 4
const FORM = 5
const LINE_TO = 0
const MOVE_TO = 2
const SCRATCH_BYTES = 64
/** Limit on objects: a page with more, such as a map or a plot of many thousand points, shows no table. Chosen, not measured. */
const MAX_OBJECTS = 6_000
const MAX_SEGMENTS = 40
const MAX_DEPTH = 3
/** Maximum thickness of a rule, drawn as a line or as a thin rectangle. */
const RULE_POINTS = 3
const MIN_RULE_POINTS = 4
const MIN_WHITE = 250

type Matrix = readonly [number, number, number, number, number, number]

interface Drawing {
  readonly pdfium: Pdfium
  readonly scratch: number
  readonly view: View
  readonly rules: Rule[]
  readonly pictures: Rule[]
  left: number
}

/** Reads the drawings of an open page. */
export function drawingsOf(pdfium: Pdfium, page: number, view: View): PageDrawings {
  const { call } = pdfium
  const scratch = call.malloc(SCRATCH_BYTES)
  const drawing: Drawing = { pdfium, scratch, view, rules: [], pictures: [], left: MAX_OBJECTS }
  try {
    const count = call.FPDFPage_CountObjects(page)
    for (let at = 0; at < count && drawing.left > 0; at++)
      readObject(drawing, call.FPDFPage_GetObject(page, at), [1, 0, 0, 1, 0, 0], 0)
  } finally {
    call.free(scratch)
  }
  return { rules: drawing.rules, pictures: drawing.pictures }
}

function readObject(drawing: Drawing, object: number, outer: Matrix, depth: number): void {
  const { call } = drawing.pdfium
  const kind = call.FPDFPageObj_GetType(object)
  if (kind === FORM && depth < MAX_DEPTH) {
    const matrix = product(matrixOf(drawing, object), outer)
    const count = call.FPDFFormObj_CountObjects(object)
    for (let at = 0; at < count && drawing.left > 0; at++)
      readObject(drawing, call.FPDFFormObj_GetObject(object, at), matrix, depth + 1)
    return
  }
  if (kind !== PATH && kind !== IMAGE && kind !== SHADING) return
  drawing.left--
  const box = boundsOf(drawing, object, outer)
  if (box === null) return
  if (kind !== PATH) drawing.pictures.push(box)
  else readPath(drawing, object, outer, box)
}

/** Sorts a path: one of few straight strokes becomes rules, a thin one a rule, any other a picture. */
function readPath(drawing: Drawing, path: number, outer: Matrix, box: Rule): void {
  const { call } = drawing.pdfium
  const width = box.right - box.left
  const height = box.bottom - box.top
  const isStroked = isStrokedPath(drawing, path)
  if (isWhite(drawing, path, isStroked)) return
  if (Math.min(width, height) <= RULE_POINTS) {
    if (Math.max(width, height) >= MIN_RULE_POINTS) drawing.rules.push(box)
    return
  }
  const count = call.FPDFPath_CountSegments(path)
  if (count > MAX_SEGMENTS) {
    drawing.pictures.push(box)
    return
  }
  if (isStroked) strokesOf(drawing, path, outer, count, box)
  else if (!isRectangle(drawing, path, count)) drawing.pictures.push(box)
}

function isRectangle({ pdfium: { call } }: Drawing, path: number, count: number): boolean {
  for (let at = 0; at < count; at++) {
    const kind = call.FPDFPathSegment_GetType(call.FPDFPath_GetPathSegment(path, at))
    if (kind !== LINE_TO && kind !== MOVE_TO) return false
  }
  return count <= 6
}

function strokesOf(drawing: Drawing, path: number, outer: Matrix, count: number, box: Rule): void {
  const { call } = drawing.pdfium
  const matrix = product(matrixOf(drawing, path), outer)
  let start = { x: 0, y: 0 }
  let before = start
  for (let at = 0; at < count; at++) {
    const segment = call.FPDFPath_GetPathSegment(path, at)
    const kind = call.FPDFPathSegment_GetType(segment)
    const point = pointOf(drawing, segment, matrix)
    if (kind === MOVE_TO) start = point
    else if (kind !== LINE_TO) {
      drawing.pictures.push(box)
      return
    } else addStroke(drawing, before, point)
    before = point
    if (call.FPDFPathSegment_GetClose(segment) !== 0) addStroke(drawing, before, start)
  }
}

function addStroke(drawing: Drawing, a: Point, b: Point): void {
  const wide = Math.abs(a.x - b.x)
  const high = Math.abs(a.y - b.y)
  if (Math.max(wide, high) < MIN_RULE_POINTS) return
  // A slanted stroke is part of a drawing.
  const isSlanted = Math.min(wide, high) > 1
  ;(isSlanted ? drawing.pictures : drawing.rules).push({
    left: Math.min(a.x, b.x),
    right: Math.max(a.x, b.x),
    top: Math.min(a.y, b.y),
    bottom: Math.max(a.y, b.y),
  })
}

interface Point {
  readonly x: number
  readonly y: number
}

function pointOf({ pdfium, scratch, view }: Drawing, segment: number, matrix: Matrix): Point {
  pdfium.call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)
  const floats = pdfium.floats()
  return shown(view, matrix, floats[scratch >> 2] ?? 0, floats[(scratch >> 2) + 1] ?? 0)
}

function shown(view: View, [a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  const pageX = a * x + c * y + e
  const pageY = b * x + d * y + f
  return { x: shownX(view, pageX, pageY), y: shownY(view, pageX, pageY) }
}

function isStrokedPath({ pdfium, scratch }: Drawing, path: number): boolean {
  pdfium.call.FPDFPath_GetDrawMode(path, scratch, scratch + 4)
  const bytes = pdfium.bytes()
  return (bytes[scratch + 4] ?? 0) !== 0
}

function isWhite({ pdfium, scratch }: Drawing, path: number, isStroked: boolean): boolean {
  const { call } = pdfium
  const read = isStroked ? call.FPDFPageObj_GetStrokeColor : call.FPDFPageObj_GetFillColor
  if (read(path, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return false
  const bytes = pdfium.bytes()
  return [0, 4, 8].every((at) => (bytes[scratch + at] ?? 0) >= MIN_WHITE)
}

function boundsOf({ pdfium, scratch, view }: Drawing, object: number, outer: Matrix): Rule | null {
  if (pdfium.call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return null
  const at = scratch >> 2
  const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.floats().subarray(at, at + 4)
  const a = shown(view, outer, left, bottom)
  const b = shown(view, outer, right, top)
  return {
    left: Math.max(0, Math.min(a.x, b.x)),
    top: Math.max(0, Math.min(a.y, b.y)),
    right: Math.min(view.width, Math.max(a.x, b.x)),
    bottom: Math.min(view.height, Math.max(a.y, b.y)),
  }
}

function matrixOf({ pdfium, scratch }: Drawing, object: number): Matrix {
  if (pdfium.call.FPDFPageObj_GetMatrix(object, scratch) === 0) return [1, 0, 0, 1, 0, 0]
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = pdfium
    .floats()
    .subarray(scratch >> 2, (scratch >> 2) + 6)
  return [a, b, c, d, e, f]
}

/** Returns the matrix that applies `inner`, then `outer`. */
function product(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
