export type { IngestReceived } from './add-paper.ts'
export { addPaper } from './add-paper.ts'
export { allowedFile } from './allowed-file.ts'
export { editPaper } from './edit-paper.ts'
export { markedPage } from './marked-page.ts'
export {
  figuresOfFile,
  type PageFigure,
  type PaperFigure,
  paperFigures,
  tableCsv,
  tableHtml,
} from './paper-figures.ts'
export { paperSections, sectionText } from './paper-text.ts'
export { proveHit } from './prove-hit.ts'
export { removePapers } from './remove-papers.ts'
