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
