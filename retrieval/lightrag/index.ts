export { lightRagBackend } from './lightrag.ts'
export type { LightMode } from './settings.ts'
