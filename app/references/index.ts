export { corpusLists, keepReferenceLists } from './corpus-lists.ts'
export {
  type CorpusReferences,
  corpusReferences,
  type MissingReference,
  type NamedPaper,
  type PaperReferences,
  paperReferences,
  type ReferenceCounts,
  type ReferencesRequest,
  referencesOfFile,
  type ShownReference,
} from './references.ts'
