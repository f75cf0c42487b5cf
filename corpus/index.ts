export type { GatePolicy, GateRecord, NearKeyword, ProseFigures } from './gate-record.ts'
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
export { BOX_SIDES, PAGE_BREAK, type Page, pageIndexAt, pageStarts, paperText } from './page.ts'
export { allPapers, allUnits, type ListPage, pagesOf } from './paginate.ts'
export {
  type Description,
  NO_DESCRIPTION,
  type Paper,
  type PaperFormat,
  type PaperState,
  type Section,
} from './paper.ts'
export type {
  CorpusCounts,
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
export { indexedText, type Span, type Unit, type UnitDraft, type UnitKind, unitsOf } from './unit.ts'
export type { Workspace } from './workspace.ts'
