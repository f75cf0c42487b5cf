/** Parts of the wiring, for packages that put their own use cases together. */

export { SETTING } from './corpus-settings.ts'
export { openEmbedder } from './embedders.ts'
export { tuningSettings } from './tuning-record.ts'
export { openPageReading } from './web-tools.ts'
