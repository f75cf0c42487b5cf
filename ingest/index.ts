export { discover, type FoundPapers, isLibrary, isPaperFile } from './discover/index.ts'
export { type ImportedDocument, importDocuments, singlePassage } from './documents.ts'
export {
  type BeirDocument,
  type BibEntry,
  CITED_CSV_HEADER,
  citedCsvLine,
  createBibtexWriter,
  createCslWriter,
  createRisWriter,
  descriptionOfEntry,
  type EntryWriter,
  nameInOrder,
  parseBeirCorpus,
  parseBibtex,
  parseCslJson,
  parsePublishedUnits,
  parseUnitCsv,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitJsonLine,
  unitRow,
  withoutComments,
} from './formats/index.ts'
export { contrastCutoff } from './gate/cutoffs.ts'
export { openGate } from './gate/gate.ts'
export { byInterest, explainGate, isClose, isKept } from './gate/records.ts'
export { binScores, type ScoreBin } from './gate/score-bins.ts'
export { type CategoryReport, categoryReport } from './gate/table-a1.ts'
export { terminalHistogram } from './gate/terminal-histogram.ts'
export type { Topic } from './gate/topic.ts'
export { builtInTopic } from './gate/topics.ts'
export { holdPapers } from './hold-papers.ts'
export type { IngestEvent, IngestReport } from './ingest-tally.ts'
export { draftOfRow, draftOfText, importListedUnits, type ListedUnits } from './listed-units.ts'
export type { LookupCounts } from './lookup/index.ts'
export type { IngestRecipe } from './make-record.ts'
export { passagesOf } from './passages.ts'
export { storePapers } from './pipeline.ts'
export type {
  Gate,
  ListReaders,
  PaperCutter,
  PaperReader,
  ReadLimits,
  ReadPaper,
  Source,
  Summariser,
} from './ports.ts'
export { measureProse } from './prose/index.ts'
export { type Arrival, arrivalsOf } from './read-sources.ts'
export { createReaderByFormat } from './reader-by-format.ts'
export { reevaluatePaper } from './reevaluate-paper.ts'
export { createExtractiveSummariser } from './summarise/extractive.ts'
export type { ProjectedCost } from './summarise/project-cost.ts'
export { type PageFigure, tableCsv, tableHtml } from './tables/index.ts'
