export { extractOpenIe, type OpenIe } from './extract.ts'
export type { Triple } from './read-answer.ts'
