export { createModelSifter } from './model.ts'
