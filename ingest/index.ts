export { type DiscoverOptions, discover, type OnSkip } from './discover/index.ts'
export { type ImportCounts, type ImportedDocument, importDocuments, wholePassage } from './documents.ts'
export {
  type BeirDocument,
  type BeirQuery,
  createBibtexWriter,
  linesOf,
  type PublishedUnit,
  parseBeirCorpus,
  parseBeirQueries,
  parsePublishedUnits,
  parseQrels,
  parseUnitCsv,
  type RelevanceJudgement,
  UNIT_CSV_HEADER,
  type UnitCsv,
  type UnitCsvLoss,
  type UnitRow,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from './formats/index.ts'
export { contrastCutoff } from './gate/cutoffs.ts'
export { type GateSettings, openGate } from './gate/gate.ts'
export { gateInput } from './gate/gate-input.ts'
export { applyOverrule, categoryOf, explainGate, isKept, stateOf } from './gate/records.ts'
export { binScores, type ScoreBin } from './gate/score-bins.ts'
export { type CategoryReport, type CategoryRow, categoryReport, type DomainRow } from './gate/table-a1.ts'
export { type TerminalHistogramOptions, terminalHistogram } from './gate/terminal-histogram.ts'
export type { Cutoffs, Topic } from './gate/topic.ts'
export { builtInTopic } from './gate/topics.ts'
export { draftOfRow, importListedUnits, type ListedUnits } from './listed-units.ts'
export type { IngestRecipe } from './make-record.ts'
export { type PassageSettings, passagesOf } from './passages/index.ts'
export {
  type IngestEvent,
  type IngestReport,
  ingestPapers,
  type PipelineOptions,
  readOf,
} from './pipeline.ts'
export type {
  Gate,
  PaperReader,
  ReadLimits,
  ReadOutcome,
  ReadPaper,
  Source,
  Summariser,
  Summary,
} from './ports.ts'
export { createReaderByFormat, type ReadersByFormat } from './reader-by-format.ts'
export { rejudge } from './rejudge.ts'
export {
  createExtractiveSummariser,
  createLlmSummariser,
  type ExtractiveSettings,
  type LlmForm,
  type LlmSummariserOptions,
  type ProjectedCost,
  type ProjectionOptions,
  projectCost,
  promptOf,
} from './summarise/index.ts'
