/** Compares pictures of printed signs, for fonts whose codes differ from what they print. */

/** Ink of a sign, scaled to a square, and its position. */
export interface GlyphShape {
  /** Ink of each cell from 0 to 1, row by row from the top, GRID_CELLS per side, over the box of the ink. */
  readonly grid: Float32Array
  /** Edges of the ink above the base line, and its width, in ems. */
  readonly top: number
  readonly bottom: number
  readonly width: number
}

/** A sign, or letters printed as one, and its shape. */
export interface GlyphReference {
  readonly text: string
  readonly shape: GlyphShape
}

/** Ink of a picture: one number per pixel, 0 for no ink. */
export interface InkPicture {
  readonly width: number
  readonly height: number
  ink(x: number, y: number): number
}

const GRID_CELLS = 12
const MAX_INK = 255
/** Minimum ink; fainter pixels are the soft edge of a letter. */
const MIN_INK = 64

/** Returns null if the picture is empty. `baseline` counts pixels from the top, `emPixels` is the type size. */
export function shapeOf(picture: InkPicture, baseline: number, emPixels: number): GlyphShape | null {
  const box = inkBox(picture)
  if (box === null) return null
  const { left, top, right, bottom } = box
  const grid = new Float32Array(GRID_CELLS * GRID_CELLS)
  const counts = new Float32Array(GRID_CELLS * GRID_CELLS)
  // Samples are finer than cells and pixels, so that a sign of a few pixels fills its square like one of many.
  const columns = samplesOf(right - left)
  const rows = samplesOf(bottom - top)
  for (let row = 0; row < rows; row++) {
    const y = top + Math.floor(((row + 0.5) / rows) * (bottom - top))
    for (let column = 0; column < columns; column++) {
      const x = left + Math.floor(((column + 0.5) / columns) * (right - left))
      const cell =
        Math.floor((row / rows) * GRID_CELLS) * GRID_CELLS + Math.floor((column / columns) * GRID_CELLS)
      grid[cell] = (grid[cell] ?? 0) + picture.ink(x, y) / MAX_INK
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  for (const [cell, count] of counts.entries()) grid[cell] = (grid[cell] ?? 0) / Math.max(1, count)
  return {
    grid,
    top: (baseline - top) / emPixels,
    bottom: (baseline - bottom) / emPixels,
    width: (right - left) / emPixels,
  }
}

function samplesOf(pixels: number): number {
  return GRID_CELLS * Math.max(1, Math.ceil(pixels / GRID_CELLS))
}

/** Returns the edges of the ink; right and bottom are the first pixels without ink. */
function inkBox({ width, height, ink }: InkPicture) {
  let left = width
  let top = height
  let right = 0
  let bottom = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink(x, y) < MIN_INK) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  }
  return right > left ? { left, top, right, bottom } : null
}

/** Weights of a position or size that differs by one em, compared with a wholly different square. Chosen on the labelled papers. */
const PLACE_WEIGHT = 0.9
const SIZE_WEIGHT = 0.6

/** Returns 0 for the same picture, about 1 for different ones. */
export function shapeDistance(a: GlyphShape, b: GlyphShape): number {
  let difference = 0
  let ink = 0
  for (let cell = 0; cell < a.grid.length; cell++) {
    const mine = a.grid[cell] ?? 0
    const other = b.grid[cell] ?? 0
    difference += Math.abs(mine - other)
    ink += Math.max(mine, other)
  }
  const places = Math.abs(a.top - b.top) + Math.abs(a.bottom - b.bottom)
  const sizes = Math.abs(Math.log((a.width + 0.05) / (b.width + 0.05)))
  return difference / Math.max(1, ink) + PLACE_WEIGHT * places + SIZE_WEIGHT * sizes
}
