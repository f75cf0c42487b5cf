/**
 * Defines a page before layout: characters in the order of the content stream, each with a box, a baseline and a style.
 * All lengths are points from the top left corner of the page as shown.
 */

/** Type of a run of characters. `angle` is the writing direction, clockwise from left-to-right. */
export interface TextStyle {
  readonly sizePoints: number
  readonly fontName: string
  readonly bold: boolean
  readonly italic: boolean
  readonly angle: number
}

/** Arrays of `count` items, so that a page of 10,000 characters is a few buffers instead of 10,000 objects. */
export interface PageCharacters {
  /** Page number, from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly count: number
  /** Unicode code points, as the file gives them. */
  readonly codes: Uint32Array
  /** BOX_SIDES numbers for each character. */
  readonly boxes: Float32Array
  /** Pen position, two numbers for each character. */
  readonly origins: Float32Array
  /** Index into `styles`. */
  readonly styleIds: Uint16Array
  /** SPACE_WRITTEN or SPACE_GUESSED if white space precedes the character, else 0. */
  readonly spaced: Uint8Array
  readonly styles: readonly TextStyle[]
}

/** White space that the file has, or that the parser guessed from a wide gap. */
export const SPACE_WRITTEN = 1
export const SPACE_GUESSED = 2

/** Share of the em above and below the baseline that a box covers: enough for any Latin letter, the same for all. */
export const ASCENT_EM = 0.78
export const DESCENT_EM = 0.22
