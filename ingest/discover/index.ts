export { discover, type FoundPapers, isLibrary } from './discover.ts'
