export { type Ground, hybridBackend, vanillaBackend, wordsBackend } from './backends.ts'
export { bestSentence, type TermedSentences, termedSentences } from './best-sentence.ts'
export { convexFusion, type Fusion, reciprocalRankFusion } from './fusion.ts'
export type { Hit, Question, Retrieval, RetrievalUsage, Retriever, Why } from './ports.ts'
