export {
  type Artefact,
  type ArtefactSettings,
  checkNotAhead,
  readArtefact,
  staleArtefact,
  writeArtefact,
} from './artefact.ts'
export { type CorpusIndex, openCorpusIndex } from './corpus-index.ts'
export { bufferOf, bytesOf, type Files, jsonIn, numbersIn, type ReadFiles } from './format.ts'
export { joinCandidates } from './join-candidates.ts'
export { type KeptCurrent, type KeptState, keepCurrent } from './kept-current.ts'
export type {
  CandidateSource,
  Candidates,
  Filter,
  IndexView,
  Neighbours,
  OpenNeighbours,
  Range,
} from './ports.ts'
export { bestRows } from './selection.ts'
export { openStrings, packStrings } from './string-table.ts'
export { createMatrix, type MatrixParts, type VectorMatrix } from './vectors/matrix.ts'
export { DEFAULT_BM25 } from './words/postings.ts'
