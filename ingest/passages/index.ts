export { type PassageSettings, passagesOf } from './passages.ts'
