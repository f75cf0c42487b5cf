export { createExtractiveSummariser, type ExtractiveSettings } from './extractive.ts'
export { createLlmSummariser, type LlmSummariserOptions } from './llm.ts'
export { type LlmForm, promptOf } from './llm-requests.ts'
export { type ProjectedCost, type ProjectionOptions, projectCost } from './project-cost.ts'
