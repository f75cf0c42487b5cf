export { KEYWORDS_PROMPT } from './keywords.ts'
export { lightRagBackend } from './lightrag.ts'
export type { LightMode } from './settings.ts'
