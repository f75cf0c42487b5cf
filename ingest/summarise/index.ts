export { createLlmSummariser } from './llm.ts'
export type { LlmForm } from './llm-requests.ts'
export { projectCost } from './project-cost.ts'
