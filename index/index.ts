export { type CorpusIndex, openCorpusIndex } from './corpus-index.ts'
export type { CorpusIndexOptions } from './index-state.ts'
export type {
  CandidateQuery,
  CandidateSource,
  Candidates,
  Filter,
  Neighbours,
  OpenNeighbours,
  Range,
} from './ports.ts'
export type { TermShare } from './words/postings.ts'
