export { type DiscoverOptions, discover } from './discover.ts'
export type { OnSkip } from './record-sources.ts'
