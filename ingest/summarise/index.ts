export { createExtractiveSummariser } from './extractive.ts'
export { createLlmSummariser } from './llm.ts'
export type { LlmForm } from './llm-requests.ts'
export { type ProjectedCost, projectCost } from './project-cost.ts'
