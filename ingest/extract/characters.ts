/**
 * What a page looks like before layout: characters in the order of the content stream, each with a box, a baseline and a style.
 * All lengths are points from the top left corner of the page as it is shown.
 */

/** How a run of characters is set. `angle` is the direction of writing, clockwise from left-to-right. */
export interface TextStyle {
  readonly sizePoints: number
  readonly fontName: string
  readonly bold: boolean
  readonly italic: boolean
  readonly angle: number
}

/** Arrays of `count` items, so that a page of 10,000 characters is a few buffers and not 10,000 objects. */
export interface PageCharacters {
  /** From 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly count: number
  /** Unicode code points, as the file gives them. */
  readonly codes: Uint32Array
  /** BOX_SIDES numbers for each character. */
  readonly boxes: Float32Array
  /** Two numbers for each character: where the pen stood. */
  readonly origins: Float32Array
  /** Index into `styles`. */
  readonly styleIds: Uint16Array
  /** SPACE_WRITTEN or SPACE_GUESSED where white space comes before the character, else 0. */
  readonly spaced: Uint8Array
  readonly styles: readonly TextStyle[]
}

/** The file has a space there; or the gap is so wide that the parser guessed one. */
export const SPACE_WRITTEN = 1
export const SPACE_GUESSED = 2

/** Share of the em above and below the baseline that a box covers: enough for any Latin letter, the same for all. */
export const ASCENT_EM = 0.78
export const DESCENT_EM = 0.22
