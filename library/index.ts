/** Public interface of the package: `import { openGloss } from '@gloss-papers/gloss'`. docs/library.md has its guarantees and examples. */
import './needs-node.ts'

export type {
  BackendPlugIn,
  EmbedderPlugIn,
  GateAnswer,
  GatePlugIn,
  MonitorAnswer,
  MonitorLook,
  MonitorPlugIn,
  OpenedBackend,
  PatternMessage,
  PatternPlugIn,
  PatternPlugInRole,
  PatternTools,
  PlugInCorpus,
  PlugInFile,
  PlugInFilter,
  PlugInHit,
  PlugInPaper,
  PlugInQuestion,
  PlugInUnit,
  ReaderPlugIn,
} from '../plugins/index.ts'
export type {
  CitedPaper,
  CorpusSummary,
  FrontMatterCorrection,
  IngestOptions,
  IngestSummary,
  LibraryGraph,
  ListedPaperSummary,
  ListedReferenceSummary,
  PaperEvent,
  PaperReferenceList,
  RetractionNote,
  WalkStep,
} from './corpus-contents.ts'
export type {
  AnswerOptions,
  AnswerSource,
  HitProof,
  LibraryHit,
  LibraryValue,
  PapersAnswer,
  QuoteCheck,
  RetrievedHits,
  RetrieveOptions,
  TextSpan,
  ValueOptions,
} from './found-hits.ts'
export type { GivenPlugIns, GlossFailure, GlossLibrary, GlossLibraryOptions } from './gloss-library.ts'
export type {
  EvaluateOptions,
  MarkedAnswer,
  RankingReport,
  SolvedQuestion,
  SolverOptions,
  ThinkEvent,
  ThinkOptions,
} from './model-work.ts'
export { isGlossFailure, openGloss } from './open-gloss.ts'
