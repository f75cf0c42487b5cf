export { type Ground, hybridBackend, vanillaBackend, wordsBackend } from './backends.ts'
export { bestSentence, type TermedSentences, termedSentences } from './best-sentence.ts'
export { convexFusion, type Fusion, RANK_DAMPING, reciprocalRankFusion, WORD_SHARE } from './fusion.ts'
export type { Hit, Question, Retrieval, Retriever, Why } from './ports.ts'
