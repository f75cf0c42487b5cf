export { citePaper } from './cite-paper.ts'
export type { ExportRequest } from './export-corpus.ts'
export { EXPORT_FORMATS, exportCorpus, REFERENCE_FORMATS } from './export-corpus.ts'
