export { corpusLists, keepReferenceLists } from './corpus-lists.ts'
export {
  type CorpusReferences,
  type NamedPaper,
  type PaperReferences,
  PaperReferencesShape,
} from './reference-shapes.ts'
export { corpusReferences, paperReferences, referencesOfFile } from './references.ts'
