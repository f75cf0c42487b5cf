export type { Amount, Value } from '../../values/index.ts'
export { DEFAULT_CONFLICTS, findConflicts } from './find-conflicts.ts'
export { DEFAULT_VALUES, findValues } from './find-values.ts'
export { paperTable, tableAsCsv } from './paper-table.ts'
export {
  ConflictsShape,
  type FoundValues,
  FoundValuesShape,
  type PaperTable,
  PaperTableShape,
} from './value-shapes.ts'
export { valuesOfTexts } from './values-of-texts.ts'
