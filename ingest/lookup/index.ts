export { crossref, openAlex } from './catalogue.ts'
export { createLookup, type LookupCounts } from './look-up.ts'
export { createLookedUpReader } from './looked-up-reader.ts'
