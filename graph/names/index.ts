export { createNamer } from '../name-papers.ts'
export { createNameFeatures, type NameFeatures } from './name-features.ts'
export { labelledSpans } from './name-finder.ts'
