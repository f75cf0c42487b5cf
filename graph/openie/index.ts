export { extractOpenIe, type OpenIe } from './extract.ts'
export { extractAll, type OpenIePass, type OpenIeUnit, openIeMade } from './extract-all.ts'
export { extractionOf, type Facts, factsOf } from './facts.ts'
export { type FilteredFacts, filterFacts } from './filter-facts.ts'
export { type OpenIeProjectionOptions, type ProjectedOpenIe, projectOpenIe } from './project.ts'
export {
  type ReadAnswer,
  readEntities,
  readTriples,
  type Triple,
} from './read-answer.ts'
export type { OpenIeReport } from './tally.ts'
export { type OpenIeLimits, openIeLimits } from './window.ts'
