export { ASCENT_EM, DESCENT_EM, type PageCharacters, type TextStyle } from './characters.ts'
export type { LaidOutPage, TextLine } from './compose.ts'
export { layOut } from './layout.ts'
