export {
  ASCENT_EM,
  DESCENT_EM,
  type PageCharacters,
  SPACE_GUESSED,
  SPACE_WRITTEN,
  type TextStyle,
} from './characters.ts'
export type { LaidOutPage, TextLine } from './compose.ts'
export { withPlainNotes } from './exponents.ts'
export { layOut } from './layout.ts'
