export { namePapers } from '../name-papers.ts'
export { createNameFeatures } from './name-features.ts'
export { labelledSpans } from './name-finder.ts'
