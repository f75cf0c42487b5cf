export { tableVectors } from './float-table.ts'
export { asWritten } from './quantise.ts'
export { DEFAULT_TUNE_SETTINGS, type TaughtTexts, tuneTable } from './tune-table.ts'
export { removeTunedTables, writeTunedTable } from './write-tuned-table.ts'
