export { lightRagBackend } from './lightrag.ts'
export { LIGHT_MODES, type LightMode } from './settings.ts'
