export { type DrawnPage, figuresOnPage, type PageFigure } from './find-tables.ts'
export type { PageDrawings, Rule } from './rules.ts'
export { tableCsv, tableHtml } from './write-table.ts'
