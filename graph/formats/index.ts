export { type GraphMlSource, type GraphMlUnit, graphMl } from './graphml.ts'
export {
  hippoRagChunkId,
  hippoRagEntityId,
  hippoRagFactId,
  hippoRagFactText,
  hippoRagPhrase,
} from './hipporag-ids.ts'
export {
  type HippoRagDoc,
  type HippoRagFile,
  hippoRagJsonParts,
  parseHippoRagJson,
  readHippoRagValue,
  writeHippoRagJson,
} from './hipporag-json.ts'
export { addedLosses, createLosses, type LossCounts, type Losses } from './losses.ts'
export { type OpenIeLine, type OpenIeLines, parseOpenIeLines, writeOpenIeLine } from './openie-lines.ts'
export { type PythonValue, pythonJson } from './python-json.ts'
export type { SpokenItems } from './spoken-items.ts'
