export { parseUnitCsv, UNIT_COLUMNS, type UnitCsv, type UnitCsvLoss, type UnitRow } from './formats/index.ts'
export { bestSentence, type PassageSettings, passagesOf } from './passages/index.ts'
export type {
  Gate,
  PaperReader,
  Reading,
  ReadLimits,
  ReadPaper,
  Source,
  Summariser,
  Summary,
} from './ports.ts'
export { createExtractiveSummariser, type ExtractiveSettings } from './summarise/index.ts'
