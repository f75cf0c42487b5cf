export { citedSentences, type DraftSentence } from './cited-sentences.ts'
export { type CitedWorks, linkCitedWorks } from './cited-works.ts'
export { inTextCitations } from './in-text-citations.ts'
export {
  ALONE_LABELS,
  NO_LABEL,
  type ParsedReference,
  parseReference,
  REFERENCE_FIELDS,
  type ReferenceField,
  type ReferenceFields,
} from './parse-reference.ts'
export type { KeptList, ReferenceListStore, Retraction, RetractionList } from './ports.ts'
export {
  type CitedText,
  type Claim,
  citedText,
  isInformative,
  MIN_SHARE,
  type RankedSentence,
  rankSupport,
  SUPPORT_FIGURES,
  supportFigures,
} from './rank-support.ts'
export { type CitingPaper, type ReadList, type ReferenceEntry, readReferenceList } from './read-list.ts'
export { referenceFeatures } from './reference-features.ts'
export { isListHeading } from './reference-list.ts'
export { referenceTokens } from './reference-tokens.ts'
export { keysOfPaper, keysOfReference } from './work-keys.ts'
