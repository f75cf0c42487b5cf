export { createModelSifter } from './model.ts'
export { isWorthKeeping } from './worth.ts'
