/** What a printed sign looks like, and which of two pictures are alike: for fonts that say something else than they print. */

/** The ink of a sign, scaled to a square, and where it stood. */
export interface GlyphShape {
  /** Ink of each cell from 0 to 1, row by row from the top: GRID_CELLS a side, over the box of the ink. */
  readonly grid: Float32Array
  /** Edges of the ink above the base line, and its width, in ems. */
  readonly top: number
  readonly bottom: number
  readonly width: number
}

/** A sign, or letters printed as one, and what it looks like. */
export interface GlyphReference {
  readonly text: string
  readonly shape: GlyphShape
}

/** Ink as a picture shows it: one number a pixel, 0 for no ink. */
export interface InkPicture {
  readonly width: number
  readonly height: number
  ink(x: number, y: number): number
}

const GRID_CELLS = 12
const MOST_INK = 255
/** Fainter pixels are the soft edge of a letter. */
const LEAST_INK = 64

/** Null where the picture shows nothing. `baseline` counts pixels from the top, `emPixels` is the size of the type. */
export function shapeOf(picture: InkPicture, baseline: number, emPixels: number): GlyphShape | null {
  const box = inkBox(picture)
  if (box === null) return null
  const { left, top, right, bottom } = box
  const grid = new Float32Array(GRID_CELLS * GRID_CELLS)
  const counts = new Float32Array(GRID_CELLS * GRID_CELLS)
  // Samples are finer than cells and pixels, so that a sign of a few pixels fills its square as one of many does.
  const columns = samplesOf(right - left)
  const rows = samplesOf(bottom - top)
  for (let row = 0; row < rows; row++) {
    const y = top + Math.floor(((row + 0.5) / rows) * (bottom - top))
    for (let column = 0; column < columns; column++) {
      const x = left + Math.floor(((column + 0.5) / columns) * (right - left))
      const cell =
        Math.floor((row / rows) * GRID_CELLS) * GRID_CELLS + Math.floor((column / columns) * GRID_CELLS)
      grid[cell] = (grid[cell] ?? 0) + picture.ink(x, y) / MOST_INK
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

/** Edges of what is inked; right and bottom are the first pixels without ink. */
function inkBox({ width, height, ink }: InkPicture) {
  let left = width
  let top = height
  let right = 0
  let bottom = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink(x, y) < LEAST_INK) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  }
  return right > left ? { left, top, right, bottom } : null
}

/** How far a place or a size that is off by one em counts, against a square that is all different. Chosen on the labelled papers. */
const PLACE_WEIGHT = 0.9
const SIZE_WEIGHT = 0.6

/** 0 for the same picture, about 1 for unlike ones. */
export function unlikeness(a: GlyphShape, b: GlyphShape): number {
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
