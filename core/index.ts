export { type ErrorCode, errorCatalogue, type Facts, GlossError, isGlossError } from './errors.ts'
export { contentId, tupleId } from './hash.ts'
export { batched, mapOrdered, type Stage } from './streams.ts'
