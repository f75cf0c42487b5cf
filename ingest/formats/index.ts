export { parseUnitCsv, UNIT_COLUMNS, type UnitCsv, type UnitCsvLoss, type UnitRow } from './unit-csv.ts'
