/** Exports parts of the wiring to packages that assemble their own use cases. */

export { SETTING } from './corpus-settings.ts'
export { openEmbedder } from './embedders.ts'
export { tuningSettings } from './tuning-record.ts'
export { openPageReading } from './web-tools.ts'
