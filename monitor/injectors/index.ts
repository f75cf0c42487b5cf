export { createExtractiveInjector } from './extractive.ts'
export { createModelInjector } from './model.ts'
