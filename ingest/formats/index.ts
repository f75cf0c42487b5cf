export { type BeirDocument, parseBeirCorpus } from './beir.ts'
export { descriptionOfEntry, pdfPathsOfEntry } from './bib-paper.ts'
export { type BibEntry, parseBibtex } from './bibtex.ts'
export { type CatalogueFormat, parseCatalogue } from './catalogue.ts'
export type { Catalogue, CatalogueEntry } from './catalogue-entry.ts'
export { parseCslJson } from './csl-json.ts'
export { describeFields, doiIn, withKnown, yearIn } from './known-fields.ts'
export {
  commandsOf,
  replaceCommands,
  replaceCommandsOfText,
  replaceEnvironments,
  withoutComments,
} from './latex-commands.ts'
export { latexToText, textToLatex } from './latex-text.ts'
export { createBibtexWriter, createCslWriter, createRisWriter, type EntryWriter } from './paper-export.ts'
export { parsePaperRecord, type RecordResult } from './paper-record.ts'
export { nameInOrder, nameOfParts } from './person-name.ts'
export { type PublishedUnit, parsePublishedUnits } from './published-units.ts'
export { parseUnitCsv, type UnitRow } from './unit-csv.ts'
export {
  CITED_CSV_HEADER,
  citedCsvLine,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from './unit-export.ts'
