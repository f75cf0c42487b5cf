export { autoBackend } from './auto.ts'
export { type BackendParts, hybridBackend, vanillaBackend, wordsBackend } from './backends.ts'
export { bestSentence, type TermedSentences, termedSentences } from './best-sentence.ts'
export { convexFusion, coverageFusion, type Fusion, reciprocalRankFusion } from './fusion.ts'
export { type FactGround, hippoRagBackend } from './hipporag.ts'
export { ASKING_HIPPO, type HippoSettings, PUBLISHED_HIPPO } from './hipporag-settings.ts'
export { LIGHT_MODES, type LightMode, lightRagBackend } from './lightrag/index.ts'
export type { AskedModel } from './model-usage.ts'
export type {
  FactWhy,
  Hit,
  LightWhy,
  NameShare,
  Question,
  Retrieval,
  RetrievalUsage,
  Retriever,
  SqlValue,
  SqlWhy,
  WalkWhy,
  Why,
} from './ports.ts'
export { type VannaGround, type VannaOptions, vannaBackend } from './vanna/vanna.ts'
export { type NamedGround, walkBackend } from './walk.ts'
