export { discover, type FoundPapers } from './discover.ts'
