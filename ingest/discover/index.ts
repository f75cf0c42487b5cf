export { discover, type FoundPapers, isLibrary } from './discover.ts'
export { isPaperFile } from './file-kind.ts'
