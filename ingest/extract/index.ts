export {
  ASCENT_EM,
  DESCENT_EM,
  type PageCharacters,
  SPACE_GUESSED,
  SPACE_WRITTEN,
  type TextStyle,
} from './characters.ts'
export type { LaidOutPage, TextLine } from './compose.ts'
export { decoded, LIGATURES } from './decode.ts'
export { withPlainNotes } from './exponents.ts'
export { type GlyphReference, type GlyphShape, shapeOf } from './glyph-shapes.ts'
export { layOut } from './layout.ts'
export { anglesOf, mainAngle, rotated, turnedPoint } from './rotate-page.ts'
export type { Box } from './segments.ts'
export { codeByShape } from './sign-by-shape.ts'
export {
  createSuspects,
  dashAt,
  isDash,
  mayBeLigature,
  type Suspect,
  signKey,
} from './suspect-codes.ts'
export { SYMBOL_SIGNS } from './symbol-signs.ts'
