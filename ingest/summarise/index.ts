export { createExtractiveSummariser, type ExtractiveSettings } from './extractive.ts'
