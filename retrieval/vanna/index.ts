export { vannaBackend } from './vanna.ts'
