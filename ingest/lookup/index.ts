export { crossref, openAlex } from './catalogue.ts'
export { createLookup, type Lookup, type LookupCounts } from './look-up.ts'
export { createLookedUpReader } from './looked-up-reader.ts'
