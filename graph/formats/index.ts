export { type GraphMlSource, type GraphMlUnit, graphMl } from './graphml.ts'
export {
  type HippoRagDoc,
  type HippoRagFile,
  hippoRagJsonParts,
  parseHippoRagJson,
  readHippoRagValue,
} from './hipporag-json.ts'
export { addedLosses, createLosses, type LossCounts, type Losses } from './losses.ts'
export { type OpenIeLine, type OpenIeLines, parseOpenIeLines } from './openie-lines.ts'
export { type PythonValue, pythonJson } from './python-json.ts'
export type { RawItems } from './raw-items.ts'
