export {
  asRead,
  type CorrectedValues,
  FRONT_MATTER_FIELDS,
  stillAnswering,
  withCorrections,
} from './corrections.ts'
export type { FileStore } from './file-store.ts'
export {
  GATE_POLICIES,
  type GatePolicy,
  type GateRecord,
  type NearKeyword,
  type ProseFigures,
} from './gate-record.ts'
export type {
  Extraction,
  Fact,
  GraphCounts,
  GraphReader,
  GraphUnit,
  Mention,
  MentionKind,
  Synonym,
  UnitMentions,
} from './graph-rows.ts'
export {
  BOX_SIDES,
  MARGIN_MARK,
  marginStarts,
  PAGE_BREAK,
  type Page,
  type PageMargin,
  pageIndexAt,
  pageStarts,
  paperText,
  textWithMargins,
} from './page.ts'
export { allPapers, allUnits, type ListPage, pagesOf } from './paginate.ts'
export {
  type Confidence,
  type Corrections,
  type Description,
  DOUBTFUL_BELOW,
  type FrontMatterField,
  NO_DESCRIPTION,
  NO_PUBLICATION,
  type Paper,
  type PaperFormat,
  type PaperState,
  type Publication,
  type Section,
  SURE,
} from './paper.ts'
export type { ClaimedJobs, PaperJob, PaperJobs } from './paper-jobs.ts'
export { type Part, partOfHeading } from './paper-parts.ts'
export type {
  CorpusCounts,
  CorpusDatabase,
  CorpusQuery,
  CorpusReader,
  CorpusStore,
  CorpusWriter,
  IndexedUnit,
  ListedPaper,
  PaperQuery,
  PaperRecord,
  UnitQuery,
  UnitVector,
} from './ports.ts'
export type { QueryableCorpus, QueryOutcome, QueryValue } from './query.ts'
export { sectionsAround } from './sections.ts'
export { STATEMENT_KINDS, type StatementKind, statementKind } from './statement-kind.ts'
export {
  ASIDE,
  doubtfulIn,
  indexedText,
  quotesItsPaper,
  readingOf,
  type Span,
  type Unit,
  type UnitDraft,
  type UnitKind,
  unitsOf,
} from './unit.ts'
export type { ClaimedUpload, UploadEnding, UploadJobs } from './upload-jobs.ts'
export type { ServerState, SharedDatabase, Workspace } from './workspace.ts'
export { corpusName } from './workspace.ts'
