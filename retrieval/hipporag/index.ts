export { type FactGround, hippoRagBackend } from './hipporag.ts'
export { ASKING_HIPPO, PUBLISHED_HIPPO, UNFILTERED_HIPPO } from './settings.ts'
