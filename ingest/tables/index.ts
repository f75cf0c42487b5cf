export { figuresOnPage, type PageFigure, withCaptionsOfLastPage } from './find-tables.ts'
export { mayHaveTables, type NamedRow, namedRows } from './named-rows.ts'
export type { PageDrawings, Rule } from './rules.ts'
export { tableCsv, tableHtml } from './write-table.ts'
